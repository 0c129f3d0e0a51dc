import app.flags as fl
from app.flags import CHECKING

if CHECKING:
    import app.m1
if fl.TC:
    import app.m2
