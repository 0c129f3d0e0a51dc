def __getattr__(name):
    if name == "Engine":
        from app.engine import Engine

        return Engine
    if name == "Wheel":
        from . import wheel

        return wheel.Wheel
    raise AttributeError(name)
