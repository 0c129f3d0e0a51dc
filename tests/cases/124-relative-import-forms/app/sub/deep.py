from . import twin
from ..side import __name__ as n
from .. import top
