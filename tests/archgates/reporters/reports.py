"""One report of each command, with everything in it that a format has to write."""

from __future__ import annotations

from archgates.application.explain import ExplainReport, GateList, OptionText
from archgates.application.queries import CyclesReport, SitesReport, WhyReport
from archgates.application.report import CheckReport, Provenance, Tree
from archgates.domain.cycles import Cut, Cycle, GraphLevel
from archgates.domain.findings import Checked, Finding, GateReport, Level, Note, Verdict
from archgates.domain.imports import ImportEdge, ImportKind, UnresolvedImport, View
from archgates.domain.location import Gap
from archgates.domain.sites import Hop, Site, SiteFacts, SiteKind, Target, TargetKind, Unresolved
from archgates.imports.queries import Cycles, Why

GAP = Finding(
    path="app/bad.py",
    line=3,
    column=9,
    subject="app/bad.py",
    kind="gap",
    message="Could not be judged: not parsed.",
    remedy="Mend the file, or exclude it.",
    incomplete=True,
)
BREACH = Finding(
    path="app/bench.py",
    line=12,
    column=5,
    subject="app.engine.Engine",
    scope="run",
    kind="construct",
    message="app.bench constructs app.engine.Engine.",
    remedy="Take it from app.assembler.",
)
CHECK = CheckReport(
    verdict=Verdict.FAIL,
    gates=(
        GateReport(
            id="one-engine",
            gate="construction-sites",
            level=Level.ERROR,
            reason="One recipe builds an engine.",
            verdict=Verdict.FAIL,
            checked=Checked(files=1412, sites=3, unresolved=1),
            findings=(GAP, BREACH),
            notes=(
                Note(
                    path="app/main.py",
                    line=4,
                    column=1,
                    subject="app.engine.Engine",
                    scope="<module>",
                    kind="maybe",
                    message="kind() may be it.",
                ),
            ),
        ),
        GateReport(
            id="old",
            gate="retired-names",
            level=Level.WARN,
            reason="It is gone.",
            verdict=Verdict.FAIL,
            checked=Checked(files=1),
            findings=(BREACH,),
        ),
        GateReport(
            id="sizes",
            gate="size",
            level=Level.ERROR,
            reason="Files are read.",
            verdict=Verdict.INCOMPLETE,
            checked=Checked(files=1411),
            findings=(GAP,),
        ),
        GateReport(
            id="entry",
            gate="entry-point",
            level=Level.ERROR,
            reason="Nobody imports it.",
            verdict=Verdict.PASS,
            checked=Checked(files=1412),
            findings=(),
        ),
    ),
    provenance=Provenance(
        tree=Tree(kind="git", id="3f2a1b0c9d3f2a1b0c9d3f2a1b0c9d3f2a1b0c9d", dirty=True),
        versions={"python": "3.11.7", "archgates": "0.1.0"},
        configuration="ab12cd34ef56ab12cd34ef56",
        gates="99887766554433221100",
    ),
)
SITES = SitesReport(
    facts=SiteFacts(
        target=Target(
            asked="app.Engine", canonical="app.engine.Engine", kind=TargetKind.CLASS, path="app/engine.py", line=7
        ),
        sites=(
            Site(
                path="app/b.py",
                line=9,
                column=5,
                kind=SiteKind.MAYBE,
                canonical="app.engine.Engine",
                module="app.b",
                scope="Host.run",
                candidates=("app.engine.Engine", "app.old.Engine"),
            ),
            Site(
                path="app/a.py",
                line=2,
                column=1,
                kind=SiteKind.CONSTRUCT,
                canonical="app.engine.Engine",
                module="app.a",
                scope="<module>",
                via=(Hop(name="app.Engine", path="app/__init__.py", line=1),),
                note="partial",
            ),
        ),
        unresolved=(
            Unresolved(
                path="app/c.py", line=1, column=2, reason="getattr of a variable", module="app.c", scope="<module>"
            ),
        ),
        gaps=(Gap("app/bad.py", "not parsed", 3, 9), Gap("app/bad.py", "not parsed", 4, 1)),
        files=12,
    )
)
EDGE = ImportEdge(importer="app.a", imported="app.b", kind=ImportKind.DEFERRED, path="app/a.py", line=4)
BACK = ImportEdge(importer="app.b", imported="app.a", kind=ImportKind.MODULE, path="app/b.py", line=1)
WHY = WhyReport(
    files=12,
    answer=Why(
        importer="app.a",
        imported="app.b",
        view=View.RUNTIME,
        chain=(EDGE,),
        direct=True,
        reachable=True,
        unresolved=(
            UnresolvedImport(importer="app.a", path="app/a.py", line=8, column=3, reason="import_module of a variable"),
        ),
        gaps=(Gap("app/bad.py", "not parsed"),),
    ),
)
NO_CHAIN = WhyReport(
    files=12,
    answer=Why(
        importer="app.b",
        imported="app.c",
        view=View.LOAD,
        chain=(),
        direct=False,
        reachable=False,
        unresolved=(),
        gaps=(),
    ),
)
CYCLES = CyclesReport(
    files=12,
    answer=Cycles(
        view=View.RUNTIME,
        level=GraphLevel.MODULE,
        cycles=(
            Cycle(
                modules=("app.a", "app.b"),
                edges=(EDGE, BACK),
                cuts=(Cut(importer="app.a", imported="app.b", leaves=0, edges=(EDGE,)),),
            ),
        ),
        gaps=(Gap("app/bad.py", "not parsed"),),
    ),
)
EXPLAIN = ExplainReport(
    gate="size",
    text="Files stay short.\n\nLong ones are not read.",
    options=(
        OptionText(key="lines", type="an integer", default=None, required=True, text="Most lines of a module."),
        OptionText(key="exclude", type="an array of strings", default="[]", required=False, text=""),
    ),
    example='[[tool.archgates.gates]]\ngate = "size"\nlines = 1',
    id="sizes",
    reason="Files are read.",
)
GATES = GateList(gates=(("entry-point", "Nobody imports it."), ("size", "Files stay short.")))
