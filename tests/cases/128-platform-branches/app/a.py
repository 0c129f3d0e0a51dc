import sys

if sys.platform == "win32":
    from app import win as impl
else:
    from app import posix as impl
