"""The app package, as far as it can be checked without Teams."""

import importlib.util
import json
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.commands import Command, parse
from core.settings import PROJECT_ROOT

SCRIPT = PROJECT_ROOT / "deploy" / "teams" / "package.py"
APP_ID = "11111111-2222-3333-4444-555555555555"


@pytest.fixture(scope="module")
def package() -> ModuleType:
    spec = importlib.util.spec_from_file_location("teams_package", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _manifest(package: ModuleType, **changes: Any) -> dict[str, Any]:
    given = {"app_id": APP_ID, "company": "Rimal Télécom", "version": "1.0.0", "website": "https://example.org"}
    manifest: dict[str, Any] = package.filled(package.read("manifest.json"), **(given | changes))
    return manifest


def test_the_package_is_built(tmp_path: Path) -> None:
    out = tmp_path / "forsa.zip"
    arguments = [
        "--app-id",
        APP_ID,
        "--company",
        "Rimal Télécom",
        "--website",
        "https://example.org",
        "--out",
        str(out),
    ]
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(out) as zipped:
        assert sorted(zipped.namelist()) == ["ar.json", "color.png", "manifest.json", "outline.png"]
        manifest = json.loads(zipped.read("manifest.json"))
        sizes = {name: struct.unpack(">II", zipped.read(name)[16:24]) for name in ("color.png", "outline.png")}
    assert sizes == {"color.png": (192, 192), "outline.png": (32, 32)}
    assert manifest["id"] == manifest["bots"][0]["botId"] == APP_ID
    assert manifest["developer"]["name"] == "Rimal Télécom"


def test_the_texts_keep_to_the_limits_of_teams_in_both_languages(package: ModuleType) -> None:
    assert package.faults_of(_manifest(package), package.read("ar.json")) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"app_id": "mine"}, "8-4-4-4-12"),
        ({"version": "one"}, "1.0.0"),
        ({"website": "http://example.org"}, "https"),
        ({"company": "x" * 33}, "developer.name"),
    ],
)
def test_what_teams_would_refuse_is_said(package: ModuleType, changes: dict[str, str], fault: str) -> None:
    assert fault in "; ".join(package.faults_of(_manifest(package, **changes), package.read("ar.json")))


def test_every_text_has_its_arabic(package: ModuleType) -> None:
    manifest, arabic = package.read("manifest.json"), package.read("ar.json")
    shown = package.translated(manifest, arabic)
    for french, translated in zip(_texts(manifest), _texts(shown), strict=True):
        assert re.search("[\u0621-\u064a]", translated), french


def _texts(manifest: dict[str, Any]) -> list[str]:
    commands = manifest["bots"][0]["commandLists"][0]["commands"]
    own = [manifest[name][length] for name in ("name", "description") for length in ("short", "full")]
    return own + [command[key] for command in commands for key in ("title", "description")]


def test_the_bot_is_for_people_teams_and_groups(package: ModuleType) -> None:
    bot = package.read("manifest.json")["bots"][0]
    assert set(bot["scopes"]) == {"personal", "team", "groupChat"} == set(bot["commandLists"][0]["scopes"])


def test_every_command_of_the_menus_is_one(package: ModuleType) -> None:
    manifest = package.read("manifest.json")
    for shown in (manifest, package.translated(manifest, package.read("ar.json"))):
        for command in shown["bots"][0]["commandLists"][0]["commands"]:
            title = command["title"]
            meant = parse(title if title.startswith("/") else f"/{title}")
            assert isinstance(meant, Command) and meant.name != "unknown", title
