from . import deep
from .. import side
