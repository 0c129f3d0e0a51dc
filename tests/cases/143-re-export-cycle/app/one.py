from app.engine import Engine
from app.two import *
