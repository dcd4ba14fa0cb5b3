"""The files of deploy/ say what is true: settings that exist, commands that exist, units that systemd understands."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli import main
from core.settings import PROJECT_ROOT, Settings

DEPLOY = PROJECT_ROOT / "deploy"
SETTINGS = {name.upper() for name in Settings.model_fields}
UNITS = sorted(path.name for path in DEPLOY.glob("forsa*.*") if path.suffix in (".service", ".timer"))
OTHER_NAMES = {"PYTHONUNBUFFERED", "LIBREOFFICE", "MODEL"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return told


def test_compose_sets_settings_that_exist_to_values_that_they_take(compose: dict[str, Any]) -> None:
    environment = compose["services"]["forsa"]["environment"]
    assert environment.keys() <= SETTINGS
    Settings(**{name.lower(): value for name, value in environment.items()})


def test_compose_has_a_profile_without_a_gpu_and_one_with(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services["forsa"]["profiles"]) == {"cpu", "gpu"}
    assert services["model"]["profiles"] == ["gpu"]
    [device] = services["model"]["deploy"]["resources"]["reservations"]["devices"]
    assert device["capabilities"] == ["gpu"]


def test_compose_publishes_the_port_to_this_machine_only(compose: dict[str, Any]) -> None:
    assert all(port.startswith("127.0.0.1:") for port in compose["services"]["forsa"]["ports"])
    assert "ports" not in compose["services"]["model"]


def test_compose_keeps_what_it_writes_and_writes_nowhere_else(compose: dict[str, Any]) -> None:
    service = compose["services"]["forsa"]
    mounted = {volume.split(":")[1] for volume in service["volumes"]}
    assert service["read_only"]
    for name in ("DATA_DIR", "GEN_DIR", "DB_DIR"):
        assert any(Path(service["environment"][name]).is_relative_to(place) for place in mounted), name
    named = {volume.split(":")[0] for each in compose["services"].values() for volume in each["volumes"]}
    assert {name for name in named if "/" not in name} == compose["volumes"].keys()


def test_the_container_file_copies_what_exists_and_sets_what_exists() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for source in re.findall(r"^COPY (\S+)", text, re.MULTILINE):
        assert (PROJECT_ROOT / source).exists(), source
    assert set(re.findall(r"\b([A-Z][A-Z_]+)=", text)) <= SETTINGS | OTHER_NAMES
    assert {"bot", "core", "storage"} <= set(re.findall(r"^COPY \S+ (\S+)", text, re.MULTILINE))
    assert "USER forsa" in text


@pytest.mark.parametrize("name", UNITS)
def test_units_run_commands_that_exist(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for command in re.findall(r"^Exec\w+=.*bot\.py (\w+)", text, re.MULTILINE):
        assert command in main.commands
    assert set(re.findall(r"\b([A-Z]+_[A-Z_]+)=", text)) <= SETTINGS
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    assert "Unit" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd isn't here")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_units(name: str) -> None:
    done = subprocess.run(["systemd-analyze", "verify", DEPLOY / name], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if name.partition(".")[0] in line]
    # That the program isn't installed where the unit wants it is true here.
    assert [line for line in said if "not executable" not in line] == []


def test_the_proxy_hands_on_what_channels_need_and_nothing_else() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert set(re.findall(r"location = (\S+)", text)) == {"/telegram", "/api/messages"}
    assert text.count("{") == text.count("}")
    assert "/metrics" not in text


def test_the_operators_guide_names_only_commands_settings_and_figures_that_exist() -> None:
    text = (PROJECT_ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`bot\.py (\w+)", text)) <= main.commands.keys()
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)\b", text))
    assert named <= SETTINGS
    figures = (PROJECT_ROOT / "bot" / "metrics.py").read_text(encoding="utf-8")
    for figure in re.findall(r"`(forsa_\w+?)(?:_total)?[`{]", text):
        assert f'"{figure}"' in figures, figure
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (PROJECT_ROOT / "docs" / link).exists(), link
