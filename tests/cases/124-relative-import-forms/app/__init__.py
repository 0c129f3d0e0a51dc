from . import top
from .sub import deep
