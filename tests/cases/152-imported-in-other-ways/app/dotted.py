import app.engine


def go():
    return app.engine.Engine()  # E: construct
