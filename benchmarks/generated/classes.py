"""Shapes of target classes: what is constructed differs, how it is constructed does not."""

from __future__ import annotations

from benchmarks.generated.program import Draft

# Every shape takes any arguments, is callable (a decorator may be the class), and is a context manager.
_PROTOCOL = """
    def __call__(self, *arguments):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return None
"""

_HEADS = {
    "plain": "class {name}:\n    def __init__(self, *arguments, **keywords):\n        self.arguments = arguments\n",
    "bare": "class {name}:\n    def __new__(cls, *arguments, **keywords):\n        return super().__new__(cls)\n",
    "error": "class {name}(Exception):\n    def __init__(self, *arguments, **keywords):\n        super().__init__()\n",
    "generic": (
        "from typing import Generic, TypeVar\nItem = TypeVar('Item')\n\n"
        "class {name}(Generic[Item]):\n    def __init__(self, *arguments, **keywords):\n        pass\n"
    ),
    "meta": (
        "class Meta(type):\n    def __call__(cls, *arguments, **keywords):\n"
        "        return super().__call__(*arguments, **keywords)\n\n"
        "class {name}(metaclass=Meta):\n    def __init__(self, *arguments, **keywords):\n        pass\n"
    ),
    "dataclass": (
        "import dataclasses\n\n@dataclasses.dataclass(slots=True)\nclass {name}:\n"
        "    first: object = None\n    second: object = None\n"
    ),
}
NAMES = ("Engine", "Motor", "Store", "Agent", "Box", "Set", "Node")


def write_class(draft: Draft, module: str, name: str, extra: str = "") -> None:
    """Define the target in `module`, in one of the shapes, with further methods in `extra`."""
    head = draft.random.choice(sorted(_HEADS))
    draft.write(module, _HEADS[head].format(name=name) + _PROTOCOL + extra)
