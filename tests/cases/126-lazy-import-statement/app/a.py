lazy import app.b
lazy from app import c
import app.e
