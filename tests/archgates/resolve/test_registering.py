"""Classes that their metaclass hands to a registry, and what is called by the name of a base of theirs."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.archgates.cpython import constructions
from tests.archgates.resolve.projects import answered, index, noted

USE = """
from app.models import Car, registry
class Manager:
    def __init__(self, model):
        self.model = model
    def create(self):
        return self.model()  # -> maybe
def build(Model):
    return Model()  # -> maybe
def again(name):
    model_class = registry.get(name)
    if model_class is not None:
        return model_class()  # -> maybe
def other(make, kind):
    return make(), kind().model
Manager(eval("Car")).create()
build(eval("Car"))
again("Car")
"""
REGISTERS = {
    "in a table": """
        registry = {}
        class Meta(type):
            def __init__(cls, name, bases, namespace):
                super().__init__(name, bases, namespace)
                registry[name] = cls
        """,
    "as an argument": """
        class Registry(dict):
            def register(self, cls): self[cls.__name__] = cls
        registry = Registry()
        class Meta(type):
            def __new__(mcs, name, bases, namespace, **options):
                new = super().__new__
                made = new(mcs, name, bases, namespace)
                registry.register(made)
                return made
        """,
    "by a metaclass above": """
        registry = {}
        class Above(type):
            def __new__(mcs, name, bases, namespace):
                made = type.__new__(mcs, name, bases, namespace)
                registry.setdefault(name, made)
                return made
        class Meta(Above): ...
        """,
}
KEEPS = {
    "on itself": """
        registry = {}
        class Meta(type):
            def __init__(cls, name, bases, namespace):
                super().__init__(name, bases, namespace)
                cls.label = name
                cls.known = cls
                assert isinstance(cls, Meta) and hasattr(cls, "label")
        """,
    "nowhere": "registry = {}\nclass Meta(type): ...\n",
}
MODELS = """
from app.meta import Meta, registry
class Model(metaclass=Meta): ...
class Car(Model): ...
"""


def project_of(root: Path, meta: str, use: str, *, everything: bool) -> dict[str, str]:
    files = {"app/meta.py": textwrap.dedent(meta), "app/models.py": MODELS, "app/use.py": use}
    return answered(index(root, files, everything=everything).sites("app.models.Car"), "app/use.py")


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", REGISTERS)
def test_registered_classes(tmp_path: Path, sample: str, everything: bool) -> None:
    use = USE.replace('eval("Car")', "list(registry.values())[-1]")
    found = project_of(tmp_path, REGISTERS[sample], use, everything=everything)
    assert found == noted(use)
    assert constructions(tmp_path, ["."], "app.models.Car", "import app.use") <= {
        f"app/use.py:{line}" for line in found
    }


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("sample", KEEPS)
def test_a_metaclass_that_hands_nothing_on(tmp_path: Path, sample: str, everything: bool) -> None:
    use = "def build(Model, model):\n    return Model(), model(), model.model()\n"
    assert project_of(tmp_path, KEEPS[sample], use, everything=everything) == {}


def test_what_a_metaclass_is_known_to_make_is_no_candidate(tmp_path: Path) -> None:
    use = "from app.models import Model\nmodel = Model\nmodel()\ndef run(model: int):\n    model()\n"
    assert project_of(tmp_path, REGISTERS["in a table"], use, everything=False) == {}


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
def test_what_was_read_before_an_attribute_was_found_to_lead_to_the_class(tmp_path: Path, everything: bool) -> None:
    """`model` is searched for from the start; that it is an attribute of a field with the class is found out later."""
    use = "def make(field):\n    related = field.remote.model\n    return related()  # -> maybe\n"
    given = "from app.models import Car\ndef given():\n    return Car\n"
    later = "from app.given import given\nclass Field:\n    def set(self):\n        self.model = given()\n"
    files = {
        "app/meta.py": textwrap.dedent(REGISTERS["in a table"]),
        "app/models.py": MODELS,
        "app/given.py": given,
        "app/use.py": use,
        "app/zone.py": later,
    }
    project = index(tmp_path, files, everything=everything)
    assert answered(project.sites("app.models.Car"), "app/use.py") == noted(use)
