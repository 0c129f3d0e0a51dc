import os
import subprocess
import subprocess as sp
from subprocess import run
from subprocess import run as launch


def go():
    return subprocess.run(["x"])  # E: call|construct


def aliased():
    return sp.run(["x"]), run(["x"]), launch(["x"])  # E: call|construct


def inside():
    from subprocess import run as local

    return local(["x"])  # E: call|construct


def other():
    return os.run(["x"]), subprocess.call(["x"])  # E: none


def shadow(subprocess):
    return subprocess.run(["x"])  # E: none


def handed(register):
    register(run)  # E: escape
