# -*- coding: klingon -*-
import app.b
