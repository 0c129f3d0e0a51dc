from ..core import __name__ as core_name
from . import other
