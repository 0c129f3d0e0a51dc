import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING and sys.version_info >= (3, 8):
    from app import m1
if TYPE_CHECKING or sys.argv is not None:
    from app import m2
if not TYPE_CHECKING:
    from app import m3
else:
    from app import m4
if not TYPE_CHECKING and sys.argv is not None:
    from app import m5
if (TYPE_CHECKING):
    if sys.argv:
        from app import m6
else:
    class Box:
        from app import m7
if TYPE_CHECKING:
    pass
elif not TYPE_CHECKING:
    from app import m8
