from app.engine import Engine
from app.hidden import _Hidden
