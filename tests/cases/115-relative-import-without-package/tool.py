from . import helper
import other
