"""``python -m mechanics``."""

from mechanics.faces.command_line import main

if __name__ == "__main__":
    main()
