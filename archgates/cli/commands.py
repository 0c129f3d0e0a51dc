"""The commands and their options."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from archgates.cli.console import ProgressLine, show_usage_error, wants_colour, write_answer, write_error

if TYPE_CHECKING:
    from archgates.application.report import Report
    from archgates.composition import Settings

WRONG_USAGE = 2
INCOMPLETE = 3
TRACEBACK = "ARCHGATES_TRACEBACK"
"""Environment variable that shows where a defect of archgates lies."""
CommandT = TypeVar("CommandT", bound=Callable[..., Any])
VIEWS = ("runtime", "load", "typing", "all")
LEVELS = ("module", "package")


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. Ctrl-C passes through as KeyboardInterrupt."""
    from archgates.application.defects import describe_defect, is_defect
    from archgates.domain.errors import ArchgatesError

    try:
        code = commands.main(list(arguments), prog_name="archgates", standalone_mode=False)
    except click.exceptions.Abort as error:
        raise KeyboardInterrupt from error
    except click.ClickException as error:
        show_usage_error(error)
        return WRONG_USAGE
    except ArchgatesError as error:
        write_error(str(error))
        return WRONG_USAGE
    except BaseException as error:
        if not is_defect(error) or os.environ.get(TRACEBACK):
            raise
        write_error(f"a defect of archgates: {describe_defect(error)}. Report it; {TRACEBACK}=1 shows where it lies.")
        return WRONG_USAGE
    return int(code or 0)


def project_options(command: CommandT) -> CommandT:
    """The options of every command that looks at a project."""
    options = [
        click.option("--root", default=".", metavar="DIR", help="The project to judge.  [default: .]"),
        click.option(
            "--source-root",
            "source_roots",
            multiple=True,
            metavar="DIR",
            help="A folder that holds packages; repeatable. Replaces `roots` of the configuration.",
        ),
        click.option(
            "--config",
            metavar="FILE",
            help="The configuration.  [default: archgates.toml or pyproject.toml of the project]",
        ),
        *_output_options(),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _output_options() -> list[Callable[[CommandT], CommandT]]:
    return [
        click.option(
            "--format", "format_", metavar="NAME", help="How to write the answer: text or json.  [default: text]"
        ),
        click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="Whether to colour text.  [default: auto: on a terminal]",
        ),
    ]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="archgates", message="%(prog)s %(version)s")
def commands() -> None:
    """Judge the source of a Python repository: who may construct, call, import, name or load what.

    Nothing of the judged repository is imported or needs to be installed.

    \b
    archgates check                         judge the project here by its configuration
    archgates sites app.engine.Engine       where is this class really constructed?
    archgates why app.web app.store         through which imports does one reach the other?
    archgates cycles --level package        which packages import one another in a circle?
    archgates explain call-boundary         what is this gate for, and how is it written?
    """  # noqa: D301  # below a backspace, click keeps lines as they are


@commands.command(short_help="Judge the project by its configuration.")
@project_options
@click.option("--gate", "gate_ids", multiple=True, metavar="ID", help="Judge by this gate only; repeatable.")
@click.option("--no-exec", is_flag=True, help="Run no code but archgates itself; for source from strangers.")
def check(gate_ids: tuple[str, ...], no_exec: bool, **options: Any) -> int:
    """Judge the project by the gates of its configuration.

    Exits with 0 for PASS, 1 for FAIL, 2 for wrong usage or configuration, 3 for INCOMPLETE: no gate failed, but
    a file could not be judged.

    \b
    archgates check
    archgates check --gate one-executor --json
    archgates check --root ../service --config gates/service.toml
    """  # noqa: D301  # below a backspace, click keeps lines as they are
    from archgates import composition

    settings = _settings(run_foreign_code=not no_exec, **options)
    report = _answer(options, lambda progress: composition.check(settings, gate_ids, progress))
    return {"PASS": 0, "FAIL": 1, "INCOMPLETE": INCOMPLETE}[report.verdict.value]


@commands.command(short_help="List where a class is constructed or a callable called.")
@click.argument("target")
@project_options
def sites(target: str, **options: Any) -> int:
    """List where a class is constructed, or where a function or method is called.

    TARGET is a dotted name, a re-export too. Aliases, partials, factories and subclasses are followed; what may
    be the target and cannot be decided is listed as unresolved. Exits with 3 when a file could not be judged.

    \b
    archgates sites app.engine.Engine
    archgates sites app.engine.Engine.run --json
    archgates sites django.http.HttpResponse --root ../django
    """  # noqa: D301  # below a backspace, click keeps lines as they are
    from archgates import composition

    settings = _settings(**options)
    report = _answer(options, lambda progress: composition.sites(settings, target, progress))
    return INCOMPLETE if report.gaps else 0


@commands.command(short_help="Show the shortest chain of imports between two modules.")
@click.argument("importer")
@click.argument("imported")
@click.option("--view", type=click.Choice(VIEWS), default="runtime", show_default=True, help="Which imports count.")
@project_options
def why(importer: str, imported: str, view: str, **options: Any) -> int:
    """Show through which imports the module IMPORTER reaches the module IMPORTED.

    The view says which imports count: `runtime` when the program runs, `load` what importing IMPORTER executes,
    `typing` what a type checker sees, `all` every one. A name that two source roots define is written
    root::module. Exits with 0 whether there is a chain or not, with 3 when a file could not be judged.

    \b
    archgates why app.web app.store
    archgates why app.cli app.data.warehouse --view load --json
    """  # noqa: D301  # below a backspace, click keeps lines as they are
    from archgates import composition
    from archgates.domain.imports import View

    settings = _settings(**options)
    report = _answer(options, lambda progress: composition.why(settings, importer, imported, View(view), progress))
    return INCOMPLETE if report.gaps else 0


@commands.command(short_help="List modules or packages that import one another in a circle.")
@click.option("--view", type=click.Choice(VIEWS), default="runtime", show_default=True, help="Which imports count.")
@click.option("--level", type=click.Choice(LEVELS), default="module", show_default=True, help="What may form a cycle.")
@project_options
def cycles(view: str, level: str, **options: Any) -> int:
    """List the modules that import one another in a circle, and the imports whose removal helps most.

    Each cycle is a largest group whose members all reach one another, or a module that imports itself. A cut is
    one import, with the size of the largest group left without it. Exits with 3 when a file could not be judged.

    \b
    archgates cycles
    archgates cycles --view load --json
    archgates cycles --level package --root ../service
    """  # noqa: D301  # below a backspace, click keeps lines as they are
    from archgates import composition
    from archgates.domain.cycles import GraphLevel
    from archgates.domain.imports import View

    settings = _settings(**options)
    report = _answer(options, lambda progress: composition.cycles(settings, View(view), GraphLevel(level), progress))
    return INCOMPLETE if report.gaps else 0


@commands.command(short_help="Say what a gate is for and how it is written.")
@click.argument("gate", required=False)
@project_options
@click.option("--no-exec", is_flag=True, help="Load no gates of other distributions.")
def explain(gate: str | None, no_exec: bool, **options: Any) -> int:
    """Say what a gate is for, which options it has, and how it is written.

    GATE is a kind of gate, or the id of a configured one. Without it, all kinds are listed.

    \b
    archgates explain
    archgates explain call-boundary
    archgates explain one-executor --root ../service
    """  # noqa: D301  # below a backspace, click keeps lines as they are
    from archgates import composition

    settings = _settings(run_foreign_code=not no_exec, **options)
    _answer(options, lambda _: composition.explain(settings, gate))
    return 0


def _settings(
    *, root: str, source_roots: tuple[str, ...], config: str | None, run_foreign_code: bool = True, **_: Any
) -> Settings:
    """The project that the options name. `--source-root` and `--config` are relative to the current directory."""
    from archgates.composition import Settings
    from archgates.domain.errors import UsageError
    from archgates.project.files import exists, is_folder

    try:
        here = Path.cwd()
    except OSError:
        raise UsageError("the current directory is gone; change to one that exists.") from None
    folder = here / root
    if not root:
        raise UsageError("--root is empty; name the folder of the project to judge.")
    if not is_folder(folder):
        raise UsageError(f"--root {root} is no directory; name the folder of the project to judge.")
    for source_root in source_roots:
        if not is_folder(Path(source_root)):
            how = "is no directory" if exists(Path(source_root)) else "does not exist"
            raise UsageError(f"--source-root {source_root} {how}; it is relative to {here}.")
    return Settings(
        root=folder,
        source_roots=tuple(Path(os.path.relpath(one, folder)).as_posix() for one in source_roots),
        configuration=Path(config) if config is not None else None,
        run_foreign_code=run_foreign_code,
    )


ReportT = TypeVar("ReportT", bound="Report")


def _answer(options: dict[str, Any], ask: Callable[[ProgressLine], ReportT]) -> ReportT:
    """Ask, and write the answer in the format that the options name."""
    from archgates.registry import reporter

    chosen = reporter(_format(options), str(click.get_current_context().info_name))
    progress = ProgressLine(sys.stderr)
    try:
        report = ask(progress)
    finally:
        progress.clear()
    write_answer(chosen.render(report, colour=wants_colour(options["color"], sys.stdout)))
    return report


def _format(options: dict[str, Any]) -> str:
    if options["as_json"] and options["format_"] not in {None, "json"}:
        raise click.UsageError(f"--json and --format {options['format_']} contradict each other.")
    return "json" if options["as_json"] else options["format_"] or "text"
