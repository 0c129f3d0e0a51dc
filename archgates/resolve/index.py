"""The symbol index: who constructs, calls, hands out or connects what, anywhere in a project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archgates.domain.location import Gap
from archgates.domain.sites import Site, SiteFacts, Target, TargetKind, UnknownTarget, Unresolved
from archgates.project.sources import Sources
from archgates.resolve import targets
from archgates.resolve.classify import Classifier, Judgement
from archgates.resolve.connections import Connector
from archgates.resolve.matching import Matcher
from archgates.resolve.methods import CallableClassifier
from archgates.resolve.rules import QUESTIONS, TERMS
from archgates.resolve.search import Search
from archgates.resolve.targets import Sought, seek
from archgates.resolve.values import Definition
from archgates.resolve.world import World
from archgates.syntax.form import Form, Use


class SymbolIndex:
    """Answers questions about definitions. Forms and values are kept between questions."""

    def __init__(self, sources: Sources, *, everything: bool = False) -> None:
        """With `everything`, every file is read for every question: slower, with the same answers."""
        self._world = World(sources, QUESTIONS, TERMS)
        self._everything = everything

    def target(self, name: str) -> Target | UnknownTarget:
        """What a dotted name means, through any re-export; or the nearest name."""
        sought = seek(self._world, name)
        return sought if isinstance(sought, UnknownTarget) else sought.target

    def sites(self, name: str) -> SiteFacts:
        """Every construction, escape and alias of a class; for a function or method its calls."""
        sought = seek(self._world, name)
        if isinstance(sought, UnknownTarget):
            return self._unknown(sought)
        return self._facts(sought, called=sought.target.kind in (TargetKind.FUNCTION, TargetKind.METHOD))

    def calls(self, name: str) -> SiteFacts:
        """Every call and hand-over of a function or method, or of all that a pattern such as `app.fn.sp*` fits."""
        fitting = targets.fitting(self._world, name) if "*" in name else ()
        if fitting:
            return self._together(name, [self.calls(one) for one in fitting])
        sought = seek(self._world, name)
        if isinstance(sought, UnknownTarget):
            return self._unknown(sought)
        return self._facts(sought, called=sought.target.kind is not TargetKind.CLASS)

    def _together(self, name: str, facts: Sequence[SiteFacts]) -> SiteFacts:
        """The uses of several callables as those of one target; what is no callable is left out."""
        callables = [
            one
            for one in facts
            if isinstance(one.target, Target) and one.target.kind in (TargetKind.FUNCTION, TargetKind.METHOD)
        ]
        if not callables:
            return SiteFacts(target=UnknownTarget(asked=name, nearest=None), gaps=self._gaps())
        first = callables[0].target
        assert isinstance(first, Target)
        sites = {(site.path, site.line, site.column, site.kind.value): site for one in callables for site in one.sites}
        unresolved = {(one.path, one.line, one.column): one for facts in callables for one in facts.unresolved}
        return SiteFacts(
            target=Target(asked=name, canonical=name, kind=first.kind, path=first.path, line=first.line),
            sites=tuple(sites[key] for key in sorted(sites)),
            unresolved=tuple(unresolved[key] for key in sorted(unresolved)),
            gaps=self._gaps(),
            files=len(self._world.table),
        )

    def connections(self, source: str, to: str) -> SiteFacts:
        """Every place where `source`, a callable, is connected to `to`, a class or callable."""
        sought, wanted = seek(self._world, source), seek(self._world, to)
        for one in (sought, wanted):
            if isinstance(one, UnknownTarget):
                return self._unknown(one)
        assert isinstance(sought, Sought)
        assert isinstance(wanted, Sought)
        matcher, search = self._search(sought)
        connector = Connector(self._world, matcher, Matcher(self._world, wanted), search, self._uses_of)
        sites: dict[tuple[str, int, int], Site] = {}
        for form, use, judged in connector.connections():
            site = self._site(sought, form, use, judged, called=True)
            sites.setdefault((site.path, site.line, site.column), site)
        return SiteFacts(
            target=sought.target,
            sites=tuple(sites[key] for key in sorted(sites)),
            gaps=self._gaps(),
            files=len(self._world.table),
        )

    def _uses_of(self, definition: Definition) -> Iterator[tuple[Form, Use]]:
        target = Target(asked="", canonical=self._world.name(definition), kind=TargetKind.FUNCTION)
        _, search = self._search(Sought(target=target, definition=definition))
        return search.uses()

    def _search(self, sought: Sought) -> tuple[Matcher, Search]:
        matcher = Matcher(self._world, sought)
        search = Search(self._world, matcher, everything=self._everything)
        search.run()
        return matcher, search

    def _facts(self, sought: Sought, *, called: bool) -> SiteFacts:
        matcher, search = self._search(sought)
        classifier = (CallableClassifier if called else Classifier)(self._world, matcher, search)
        sites: dict[tuple[str, int, int, str], Site] = {}
        unresolved: dict[tuple[str, int, int], Unresolved] = {}
        for form, use in search.uses():
            judged = classifier.judge(form, use)
            if isinstance(judged, Judgement):
                site = self._site(sought, form, use, judged, called=called)
                sites.setdefault((site.path, site.line, site.column, site.kind.value), site)
            elif judged is not None:
                unresolved.setdefault(
                    (form.module.path, use.line, use.column),
                    Unresolved(
                        path=form.module.path,
                        line=use.line,
                        column=use.column,
                        reason=judged.reason,
                        module=self._world.table.label(form.module),
                        scope=form.scopes[use.scope].owner,
                    ),
                )
        return SiteFacts(
            target=sought.target,
            sites=tuple(sites[key] for key in sorted(sites)),
            unresolved=tuple(unresolved[key] for key in sorted(unresolved)),
            gaps=self._gaps(),
            files=len(self._world.table),
        )

    def _site(self, sought: Sought, form: Form, use: Use, judged: Judgement, *, called: bool) -> Site:
        canonical = sought.target.canonical if judged.canonical is None else self._world.name(judged.canonical)
        return Site(
            path=form.module.path,
            line=use.line,
            column=use.column,
            kind=judged.kind,
            canonical=canonical,
            module=self._world.table.label(form.module),
            scope=form.scopes[use.scope].owner,
            via=judged.via,
            candidates=judged.candidates,
            note=judged.note,
            unknown_receiver=judged.unknown_receiver,
            of_callable=called,
        )

    def _unknown(self, target: UnknownTarget) -> SiteFacts:
        """No sites; the gaps say which files may define the target all the same."""
        return SiteFacts(target=target, gaps=self._gaps(), files=len(self._world.table))

    def _gaps(self) -> tuple[Gap, ...]:
        return self._world.sources.gaps
