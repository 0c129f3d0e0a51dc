"""A docstring.

import app.no1
"""
x = 1; import app.c
from app import (
    d,  # import app.no2
    e as e_,
)
from app \
    import f
if x: import app.g
text = """
import app.no3
from app import no4
"""
continued = "one \
import app.no5"
from app import(h)
from.import i
from . import \
    j
import app.k;import app.l as l_
from app import m, n; y = 2
import app.p
import app . q
import_app = {"import": x}
import app.ﬁle
from app import bär
