"""Connections: every way in which a callable reaches another object, and what is no way (`wiring-path`)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from archgates.domain.sites import SiteFacts, UnknownTarget
from tests.archgates.resolve.projects import answered, index, noted

PARTS = {
    "app/handle.py": """\
        class Handle:
            def dispatch(self, work): ...
            def other(self, work): ...

        class Unrelated:
            def dispatch(self, work): ...

        def send(work): ...
        """,
    "app/triggers.py": """\
        class Evaluator:
            def __init__(self, sink=None, *, other=None):
                self.sink = sink
                self.sinks = []
                self.table = {}

            def subscribe(self, sink): ...
            def on_fire(self, sink):
                return sink
            def when(self, event):
                return self.on_fire

        class Night(Evaluator): ...

        class Bystander:
            def __init__(self, sink=None):
                self.sink = sink
            def subscribe(self, sink): ...

        def listen(sink, times=1): ...
        """,
}
HEAD = """\
from app.handle import Handle, Unrelated, send
from app.triggers import Bystander, Evaluator, Night, listen
import functools

"""
WAYS = {
    "method calls": """
        def wire(handle: Handle, evaluator: Evaluator, night: Night):
            evaluator.subscribe(handle.dispatch)  # -> connect
            evaluator.subscribe(sink=handle.dispatch)  # -> connect
            night.subscribe(handle.dispatch)  # -> connect
            Evaluator().subscribe(handle.dispatch)  # -> connect
        """,
    "callback assignments": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.sink = handle.dispatch  # -> connect
            evaluator.sinks[0] = handle.dispatch  # -> connect
            evaluator.table["a"] = handle.dispatch  # -> connect
        """,
    "constructor arguments": """
        def wire(handle: Handle):
            Evaluator(handle.dispatch)  # -> connect
            Evaluator(sink=handle.dispatch)  # -> connect
            Night(other=handle.dispatch)  # -> connect
            return Evaluator(
                sink=handle.dispatch,  # -> connect
            )
        """,
    "objects that were made nearby": """
        handle = Handle()
        evaluator = Evaluator()
        evaluator.subscribe(handle.dispatch)  # -> connect

        class Assembly:
            def __init__(self):
                self.handle = Handle()
                self.evaluator = Evaluator(self.handle.dispatch)  # -> connect

            def wire(self):
                self.evaluator.subscribe(self.handle.dispatch)  # -> connect
                self.evaluator.sink = self.handle.dispatch  # -> connect
        """,
    "lambdas": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.subscribe(lambda work: handle.dispatch(work))  # -> connect
            evaluator.sink = lambda work: handle.dispatch(work)  # -> connect
            Evaluator(sink=lambda work: [handle.dispatch(work)])  # -> connect
        """,
    "local closures": """
        def wire(handle: Handle, evaluator: Evaluator):
            def forward(work):
                if work:
                    handle.dispatch(work)

            evaluator.subscribe(forward)  # -> connect
            evaluator.sink = forward  # -> connect
            Evaluator(forward)  # -> connect

            async def later(work):
                handle.dispatch(work)

            evaluator.subscribe(sink=later)  # -> connect
        """,
    "decorators": """
        def wire(handle: Handle, evaluator: Evaluator):
            @evaluator.on_fire  # -> connect
            def forward(work):
                handle.dispatch(work)

            @evaluator.when("dawn")  # -> connect
            def dawn(work):
                handle.dispatch(work)

        evaluator = Evaluator()
        handle = Handle()

        @evaluator.on_fire  # -> connect
        def top(work):
            handle.dispatch(work)
        """,
    "partials": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.subscribe(functools.partial(handle.dispatch, 1))  # -> connect
            bound = functools.partial(handle.dispatch)
            evaluator.subscribe(bound)  # -> connect
        """,
    "aliases": """
        def wire(handle: Handle, evaluator: Evaluator):
            dispatch = handle.dispatch
            evaluator.subscribe(dispatch)  # -> connect
            again = dispatch
            evaluator.sink = again  # -> connect
        """,
    "containers of the target": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.sinks.append(handle.dispatch)  # -> connect
            evaluator.table.setdefault("a", handle.dispatch)  # -> connect
            evaluator.sinks[0] = handle.dispatch  # -> connect
        """,
    "what a method returns": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.when("dawn")(handle.dispatch)  # -> connect
        """,
    "a named lambda": """
        def wire(handle: Handle, evaluator: Evaluator):
            forward = lambda work: handle.dispatch(work)
            evaluator.subscribe(forward)  # -> connect
        """,
    "an alias of the target's method": """
        def wire(handle: Handle, evaluator: Evaluator):
            subscribe = evaluator.subscribe
            subscribe(handle.dispatch)  # -> connect
        """,
    "a display that is stored": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.sinks += [handle.dispatch]  # -> connect
            evaluator.sinks = [handle.dispatch]  # -> connect
            evaluator.table = {"a": handle.dispatch}  # -> connect
            Evaluator(sink=[handle.dispatch])  # -> connect
        """,
    "unbound methods": """
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.subscribe(Handle.dispatch)  # -> connect
        """,
    "unknown receivers": """
        def wire(handle, evaluator: Evaluator):
            evaluator.subscribe(handle.dispatch)  # -> maybe
            evaluator.sink = handle.dispatch  # -> maybe
            Evaluator(handle.dispatch)  # -> maybe
        """,
    "another object of another class": """
        def wire(handle: Handle, evaluator: Evaluator, by: Bystander, unrelated: Unrelated):
            by.subscribe(handle.dispatch)
            by.sink = handle.dispatch
            Bystander(handle.dispatch)
            evaluator.subscribe(unrelated.dispatch)
            evaluator.subscribe(handle.other)
            listen(handle.dispatch)
        """,
    "no connection": """
        def wire(handle: Handle, evaluator: Evaluator):
            handle.dispatch(evaluator)
            evaluator.subscribe(handle.dispatch(1))
            print(handle.dispatch)
            return handle.dispatch
        def unused(handle: Handle):
            def forward(work):
                handle.dispatch(work)
            return forward
        """,
}


def connected(facts: SiteFacts) -> dict[str, str]:
    return answered(facts, "app/wire.py")


@pytest.mark.parametrize("everything", [False, True], ids=["filtered", "everything"])
@pytest.mark.parametrize("way", WAYS)
def test_ways_to_connect(tmp_path: Path, way: str, everything: bool) -> None:
    text = HEAD + textwrap.dedent(WAYS[way])
    project = index(tmp_path, {**PARTS, "app/wire.py": text}, everything=everything)
    facts = project.connections("app.handle.Handle.dispatch", "app.triggers.Evaluator")
    assert connected(facts) == noted(text)


FUNCTIONS = {
    "to a function": """
        listen(send)  # -> connect
        listen(sink=send, times=2)  # -> connect
        listen(lambda work: send(work))  # -> connect
        call = listen
        call(send)  # -> connect
        listen(print)
        send(listen)
        """,
    "by a decorator function": """
        @listen  # -> connect
        def forward(work):
            send(work)
        """,
}


@pytest.mark.parametrize("way", FUNCTIONS)
def test_functions_are_connected_to_functions(tmp_path: Path, way: str) -> None:
    text = HEAD + textwrap.dedent(FUNCTIONS[way])
    facts = index(tmp_path, {**PARTS, "app/wire.py": text}).connections("app.handle.send", "app.triggers.listen")
    assert connected(facts) == noted(text)


def test_a_connection_to_a_method(tmp_path: Path) -> None:
    text = HEAD + textwrap.dedent("""
        def wire(handle: Handle, evaluator: Evaluator):
            evaluator.subscribe(handle.dispatch)  # -> connect
            evaluator.on_fire(handle.dispatch)
        """)
    project = index(tmp_path, {**PARTS, "app/wire.py": text})
    facts = project.connections("app.handle.Handle.dispatch", "app.triggers.Evaluator.subscribe")
    assert connected(facts) == noted(text)


def test_a_site_says_where_it_is(tmp_path: Path) -> None:
    text = HEAD + "def wire(handle: Handle, evaluator: Evaluator):\n    evaluator.subscribe(handle.dispatch)\n"
    facts = index(tmp_path, {**PARTS, "app/wire.py": text}).connections(
        "app.handle.Handle.dispatch", "app.triggers.Evaluator"
    )
    (site,) = facts.sites
    assert (site.path, site.line, site.column) == ("app/wire.py", 6, 25)
    assert (site.module, site.scope, site.canonical) == ("app.wire", "wire", "app.handle.Handle.dispatch")


@pytest.mark.parametrize(
    ("source", "to", "near"),
    [
        ("app.handle.Handle.dispach", "app.triggers.Evaluator", "app.handle.Handle.dispatch"),
        ("app.handle.Handle.dispatch", "app.triggers.Evaluater", "app.triggers.Evaluator"),
    ],
)
def test_an_unknown_end_has_the_nearest_name(tmp_path: Path, source: str, to: str, near: str) -> None:
    facts = index(tmp_path, PARTS).connections(source, to)
    assert isinstance(facts.target, UnknownTarget)
    assert facts.target.nearest == near
