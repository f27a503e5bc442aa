"""``python -m mechanics``."""

from mechanics.cli import main

if __name__ == "__main__":
    main()
