NAME = "José"
import app.b
