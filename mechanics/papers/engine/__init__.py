"""The engine that judges claims of papers."""
