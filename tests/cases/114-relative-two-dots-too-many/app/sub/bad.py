import app.core
from .... import core
from .....app import core as again
