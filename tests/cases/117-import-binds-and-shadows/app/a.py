import app.sub.mod


def late():
    return app.other
