"""Writes the case into the working folder."""

import pathlib

app = pathlib.Path("app")
app.mkdir(exist_ok=True)
(app / "__init__.py").write_text("")
(app / "b.py").write_text("")
rows = "".join(f"def f{n}(x):\n    return x + {n}\n\n\n" for n in range(15000))
(app / "large.py").write_text("import app.b\n\n\n" + rows + "from app import b as last\n")
