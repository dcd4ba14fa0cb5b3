"""Builds the app package that an administrator uploads to Teams: manifest, Arabic texts, icons, in one zip file.

python deploy/teams/package.py --app-id ID --company "Rimal Télécom" --website https://www.example.org
"""

import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import click

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

from icons import color_icon, outline_icon  # noqa: E402 - beside this file, wherever it is started from

_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PATH = re.compile(r"([A-Za-z$]+)|\[(\d+)\]")
_MOST = {"name.short": 30, "name.full": 100, "description.short": 80, "description.full": 4000, "developer.name": 32}
_COMMANDS, _TITLE, _DESCRIPTION = 10, 32, 128


@click.command()
@click.option("--app-id", required=True, metavar="ID", help="TEAMS_APP_ID: the bot's application id.")
@click.option("--company", required=True, metavar="NAME", help="Who offers the app, as its page shows it.")
@click.option("--website", required=True, metavar="URL", help="The company's page (https).")
@click.option("--privacy", metavar="URL", help="What is kept of people's data; the website by default.")
@click.option("--terms", metavar="URL", help="Terms of use; the website by default.")
@click.option("--version", default="1.0.0", show_default=True, help="Higher than the one uploaded before.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("forsa-teams.zip"), show_default=True)
def main(
    app_id: str, company: str, website: str, privacy: str | None, terms: str | None, version: str, out: Path
) -> None:
    """Build the app package for Teams."""
    manifest = filled(read("manifest.json"), app_id, company, version, website, privacy, terms)
    arabic = read("ar.json")
    if faults := faults_of(manifest, arabic):
        raise click.ClickException("; ".join(faults))
    build(manifest, arabic, out)
    click.echo(f"{out}: upload it in the Teams admin centre, Teams apps › Manage apps")


def read(name: str) -> dict[str, Any]:
    """A JSON file beside this one."""
    value: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return value


def filled(
    manifest: dict[str, Any],
    app_id: str,
    company: str,
    version: str,
    website: str,
    privacy: str | None = None,
    terms: str | None = None,
) -> dict[str, Any]:
    """The manifest of one company's bot."""
    bot = manifest["bots"][0] | {"botId": app_id}
    developer = {
        "name": company,
        "websiteUrl": website,
        "privacyUrl": privacy or website,
        "termsOfUseUrl": terms or website,
    }
    return manifest | {"id": app_id, "version": version, "developer": developer, "bots": [bot]}


def faults_of(manifest: dict[str, Any], arabic: dict[str, Any]) -> list[str]:
    """What Teams would refuse, as far as the manifest's schema says; nothing where it is in order."""
    faults = []
    if not _ID.fullmatch(manifest["id"]) or not _ID.fullmatch(manifest["bots"][0]["botId"]):
        faults.append("the app id is no id: 8-4-4-4-12 hexadecimal digits")
    if not re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"]):
        faults.append("the version isn't written like 1.0.0")
    faults += [
        f"{name}: an https address is needed"
        for name in ("websiteUrl", "privacyUrl", "termsOfUseUrl")
        if not re.fullmatch(r"https://[^\s/]+\S*", manifest["developer"][name])
    ]
    for language, texts in (("fr", None), ("ar", arabic)):
        localised = manifest if texts is None else translated(manifest, texts)
        for path, most in _MOST.items():
            text = value_at(localised, path)
            if not text or len(text) > most:
                faults.append(f"{path} ({language}): 1 to {most} characters, not {len(text)}")
        for commands in (listed["commands"] for listed in localised["bots"][0]["commandLists"]):
            if len(commands) > _COMMANDS:
                faults.append(f"more than {_COMMANDS} commands")
            for command in commands:
                if len(command["title"]) > _TITLE or len(command["description"]) > _DESCRIPTION:
                    faults.append(f"command {command['title']} ({language}) is too long")
    return faults


def translated(manifest: dict[str, Any], texts: dict[str, Any]) -> dict[str, Any]:
    """The manifest with the texts of another language. Raises KeyError where one has no place in it."""
    copy: dict[str, Any] = json.loads(json.dumps(manifest))
    for path, text in texts.items():
        if path == "$schema":
            continue
        *way, last = _PATH.findall(path)
        place: Any = copy
        for name, number in way:
            place = place[name or int(number)]
        if last[0] not in place:
            raise KeyError(path)
        place[last[0]] = text
    return copy


def value_at(manifest: dict[str, Any], path: str) -> str:
    """The text at a path like `name.short`."""
    place: Any = manifest
    for name in path.split("."):
        place = place[name]
    return str(place)


def build(manifest: dict[str, Any], arabic: dict[str, Any], out: Path) -> None:
    """Write the package; the same input makes the same bytes."""
    files = {
        "manifest.json": _json(manifest),
        "ar.json": _json(arabic),
        "color.png": color_icon(),
        "outline.png": outline_icon(),
    }
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


if __name__ == "__main__":
    main()
