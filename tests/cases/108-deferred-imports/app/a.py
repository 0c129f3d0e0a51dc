import contextlib


def call():
    import app.m1


async def wait():
    from app import m2


class Box:
    import app.m3

    def open(self):
        from . import m4


for _ in range(1):
    from app import m5
with contextlib.suppress(ImportError):
    import app.m6
while True:
    import app.m7
    break
if __name__ == "__main__":
    import app.m8
