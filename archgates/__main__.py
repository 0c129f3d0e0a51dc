"""`python -m archgates`."""

from __future__ import annotations

from archgates.cli import main

if __name__ == "__main__":
    main()
