import sys

if sys.version_info >= (3, 12):
    from app import new
else:
    from app import old
if sys.version_info < (3, 11):
    from app import older
if sys.version_info[:2] == (3, 11):
    from app import exact
