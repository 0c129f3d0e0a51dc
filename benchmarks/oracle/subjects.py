"""The packages that CPython runs: where their source is, what of it is judged, which of their tests run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from benchmarks.archives import Archive, fetch


@dataclass(frozen=True, slots=True)
class Program:
    """One run under the recorder, started in `folder` of the subject."""

    name: str
    arguments: tuple[str, ...]
    folder: str = "."


@dataclass(frozen=True, slots=True)
class Subject:
    """A package with its own tests, as its source archive brings them."""

    archive: Archive
    package: str
    """The folder of the package, whose classes are the targets."""
    roots: tuple[str, ...]
    """Source roots, as the tool is given them."""
    programs: tuple[Program, ...]
    exclude: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()
    """Folders of the package whose classes are left as they are: pytest collects no class that has a `__new__`."""
    load_environment: tuple[tuple[str, str], ...] = ()
    """Variables that importing a module of the package alone needs."""

    @property
    def name(self) -> str:
        """The name on the command line and in the counts."""
        return self.archive.name

    def prepare(self, into: Path) -> Path:
        """The subject's folder, fetched."""
        return fetch(self.archive, into).resolve()

    def python_path(self, root: Path) -> str:
        """PYTHONPATH under which the archive's own source is what `import` finds."""
        return os.pathsep.join(str(root / one) for one in self.roots)


def _pytest(name: str, *arguments: str) -> Program:
    quiet = ("-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly", "--timeout=120")
    return Program(name, ("-m", "pytest", *quiet, *arguments))


_DJANGO_SUITES = (
    "admin_changelist admin_checks admin_filters admin_utils admin_widgets aggregation annotations auth_tests cache "
    "check_framework constraints contenttypes_tests csrf_tests db_functions decorators dispatch expressions "
    "expressions_case expressions_window field_deconstruction file_storage file_uploads files filtered_relation "
    "forms_tests generic_views handlers httpwrappers i18n indexes inline_formsets introspection invalid_models_tests "
    "lookup mail messages_tests middleware migrations model_fields model_forms model_formsets model_indexes "
    "model_inheritance modeladmin pagination prefetch_related queries raw_query requests_tests responses schema "
    "select_related serializers sessions_tests shortcuts signing sitemaps_tests staticfiles_tests syndication_tests "
    "template_backends template_loader template_tests test_client test_utils urlpatterns urlpatterns_reverse "
    "utils_tests validation validators view_tests wsgi"
).split()

_SQLALCHEMY_SUITES = (
    "base engine ext/test_associationproxy.py ext/test_hybrid.py ext/test_mutable.py sql/test_compiler.py "
    "sql/test_cte.py sql/test_functions.py sql/test_insert.py sql/test_metadata.py sql/test_operators.py "
    "sql/test_selectable.py sql/test_types.py sql/test_update.py orm/declarative orm/test_joins.py orm/test_mapper.py "
    "orm/test_query.py orm/test_relationships.py orm/test_session.py dialect/sqlite dialect/mssql/test_compiler.py "
    "dialect/mysql/test_compiler.py dialect/oracle/test_compiler.py dialect/postgresql/test_compiler.py"
).split()

SUBJECTS = (
    Subject(
        Archive(
            "attrs",
            "attrs",
            "26.1.0",
            "d03ceb89cb322a8fd706d4fb91940737b6642aa36998fe130a9bc96c985eff32",
            from_source=True,
        ),
        package="src",
        roots=("src", "."),
        exclude=("bench/**", "docs/**", "typing-examples/**"),
        programs=(_pytest("tests", "tests"),),
    ),
    Subject(
        Archive(
            "starlette",
            "starlette",
            "1.10.0",
            "b8399098d4c1e3522734f7235dc79b1fc967f96cf139c81e0fa30479e0685f9b",
            from_source=True,
        ),
        package="starlette",
        roots=(".",),
        exclude=("benchmarks/**", "docs/**", "scripts/**"),
        programs=(_pytest("tests", "tests", "-W", "default", "--ignore=tests/middleware/test_opentelemetry.py"),),
    ),
    Subject(
        Archive(
            "jinja2",
            "jinja2",
            "3.1.6",
            "0137fb05990d35f1275a587e9aee6d56da821fc83491a0fb838183be43f66d6d",
            from_source=True,
        ),
        package="src/jinja2",
        roots=("src", "tests"),
        programs=(_pytest("tests", "tests", "-W", "default"),),
    ),
    Subject(
        Archive(
            "django",
            "django",
            "5.2.19",
            "ad03d8abc51dbff95ebf34b27123cf0c26a3b62db7ba0cd520783686362533d1",
            from_source=True,
        ),
        package="django",
        roots=("tests", "."),
        exclude=(
            "docs/**",
            "extras/**",
            "js_tests/**",
            "django/conf/app_template/**",
            "django/conf/project_template/**",
        ),
        programs=(Program("tests", ("runtests.py", "--parallel=1", "--verbosity=0", *_DJANGO_SUITES), "tests"),),
        load_environment=(("DJANGO_SETTINGS_MODULE", "django.conf.global_settings"),),
    ),
    Subject(
        Archive(
            "sqlalchemy",
            "sqlalchemy",
            "2.1.9",
            "d700a8b2edfb26282a470333d6bc4a454c4acda4d201a3bea7b72fa76c217d28",
            from_source=True,
        ),
        package="lib/sqlalchemy",
        roots=("lib", "."),
        unwatched=("lib/sqlalchemy/testing",),
        exclude=("doc/**", "tools/**", "noxfile.py", "setup.py"),
        programs=(_pytest("tests", "--maxfail=100000", *(f"test/{suite}" for suite in _SQLALCHEMY_SUITES)),),
    ),
)
