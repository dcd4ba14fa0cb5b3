"""`forsa.yaml`: what the knowledge manager says goes before what was found, and what can't be followed is named."""

import shutil
from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.documents.corrections import CORRECTIONS_NAME, Correction, Corrections, load_corrections
from core.documents.ingest import ingest
from core.documents.report import DocumentSummary, IngestReport
from core.errors import SettingsError

FRENCH = "Rimal Fibre est proposée à tous les foyers raccordés, sans engagement de durée, dès le premier mois."
ARABIC = "يقترح عرض رمال فايبر على كل المنازل الموصولة دون التزام بالمدة ابتداء من الشهر الأول."
V1, V2, AR = "Offres/Fiche Rimal V1.txt", "Offres/Fiche Rimal V2.txt", "Offres/Fiche Rimal V2 AR.txt"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return written(tmp_path / "data")


def written(folder: Path) -> Path:
    for name, text in ((V1, f"{FRENCH} 2 970 DA."), (V2, f"{FRENCH} 3 100 DA."), (AR, f"{ARABIC} 3 100 دج.")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


class _Bench:
    """A DATA_DIR, its GEN_DIR, and how many documents the last ingest read."""

    def __init__(self, data: Path, gen: Path) -> None:
        self.data, self.gen, self.reads = data, gen, 0

    def ingest(self, corrections: str | None = None) -> IngestReport:
        path = self.data / CORRECTIONS_NAME
        path.unlink(missing_ok=True)
        if corrections is not None:
            path.write_text(corrections, encoding="utf-8")
        report = ingest(self.data, self.gen)
        self.reads = len(report.read) + len(report.replaced)
        return report

    def files(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.gen).as_posix(): path.read_bytes()
            for path in self.gen.rglob("*")
            if path.is_file() and not path.name.startswith(".")
        }

    def first_chunks(self) -> dict[str, Chunk]:
        return {chunk.document: chunk for chunk in read_chunks(self.gen)}


@pytest.fixture
def bench(data: Path, tmp_path: Path) -> _Bench:
    """Nothing is read yet."""
    return _Bench(data, tmp_path / "gen")


@pytest.fixture(scope="module")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read")
    _Bench(written(folder / "data"), folder / "gen").ingest()
    return folder


@pytest.fixture
def read_bench(read_once: Path, tmp_path: Path) -> _Bench:
    """All is read already."""
    shutil.copytree(read_once, tmp_path / "read")
    return _Bench(tmp_path / "read" / "data", tmp_path / "read" / "gen")


def summaries(report: IngestReport) -> dict[str, DocumentSummary]:
    return {summary.document: summary for summary in report.documents}


def test_without_a_file_what_was_found_stands(bench: _Bench) -> None:
    found = summaries(bench.ingest())
    assert (found[V1].version, found[V1].newer, found[V1].older) == ("V1", V2, None)
    assert (found[V2].version, found[V2].older, found[V2].twin) == ("V2", V1, AR)
    assert found[V1].family == "Offres"


def test_every_fact_is_corrected_in_headers_and_report_without_a_reading(bench: _Bench) -> None:
    bench.ingest()
    before = bench.files()
    report = bench.ingest(
        f"""
documents:
  "{V2}":
    title: Rimal Fibre, la fiche
    reference: DC/2025/012
    version: 1.10
    date: 14/07/2025
    partner: Institut Zafrane
    family: Fibre
    newer: none
    older: none
    twin: none
"""
    )
    assert bench.reads == 0 and len(report.unchanged) == 3 and report.warnings == ()
    summary, chunk = summaries(report)[V2], bench.first_chunks()[V2]
    for found in (summary, chunk):
        assert (found.title, found.reference, found.version) == ("Rimal Fibre, la fiche", "DC/2025/012", "V1.10")
        assert (found.date, found.partner, found.family) == ("2025-07-14", "Institut Zafrane", "Fibre")
        assert (found.newer, found.older, found.twin) == (None, None, None)
    assert bench.first_chunks()[V1].newer is None and bench.first_chunks()[AR].twin != V2
    assert bench.first_chunks()[V2].text == f"{FRENCH} 3 100 DA."

    assert bench.ingest().unchanged == report.unchanged
    assert bench.reads == 0 and bench.files() == before, "removing the file restores what was found"


def test_a_corrected_language_is_that_of_every_chunk_and_decides_the_twin(bench: _Bench) -> None:
    report = bench.ingest(f'documents: {{"{AR}": {{language: fr}}}}')
    assert bench.first_chunks()[AR].language == "fr" and summaries(report)[AR].language == "fr"
    assert all(summary.twin is None for summary in report.documents)


def test_a_corrected_version_makes_and_breaks_series(bench: _Bench) -> None:
    report = summaries(bench.ingest(f'documents: {{"{V1}": {{version: V3}}}}'))
    assert (report[V2].newer, report[V1].older) == (V1, V2)
    report = summaries(bench.ingest(f'documents: {{"{V1}": {{partner: Institut Zafrane}}}}'))
    assert report[V1].newer is None and report[V2].older is None


def test_links_said_by_hand_hold_both_ways(bench: _Bench) -> None:
    report = bench.ingest(f'documents: {{"{V1}": {{twin: "{AR}"}}, "{V2}": {{newer: "{V1}"}}}}')
    found = summaries(report)
    assert report.warnings == ()
    assert (found[V1].twin, found[AR].twin, found[V2].twin) == (AR, V1, None)
    assert (found[V2].newer, found[V1].older, found[V1].newer, found[V2].older) == (V1, V2, None, None)


def test_an_ignored_document_is_left_out_and_comes_back(bench: _Bench) -> None:
    bench.ingest()
    before = bench.files()
    report = bench.ingest(f'documents: {{"{V1}": {{ignore: true}}}}')
    assert [(item.document, item.reason) for item in report.skipped] == [(V1, "ignored")]
    assert report.removed == (V1,) and V1 not in bench.first_chunks()
    assert bench.first_chunks()[V2].older is None
    assert bench.ingest().read == (V1,) and bench.files() == before


def test_an_ignored_original_leaves_its_copy(bench: _Bench) -> None:
    shutil.copy(bench.data / V1, bench.data / "Offres/Zopie.txt")
    assert [item.reason for item in bench.ingest().skipped] == ["duplicate"]
    report = bench.ingest(f'documents: {{"{V1}": {{ignore: oui}}}}')
    assert [item.reason for item in report.skipped] == ["ignored"] and "Offres/Zopie.txt" in summaries(report)


def test_a_corrected_contradiction_is_no_note_any_more(bench: _Bench) -> None:
    (bench.data / V2).write_text(f"Version 5\n\n{FRENCH}", encoding="utf-8")
    assert "version: the beginning says V5, the file's name V2" in summaries(bench.ingest())[V2].notes
    assert summaries(bench.ingest(f'documents: {{"{V2}": {{version: V5}}}}'))[V2].notes == ()


def test_the_file_is_no_document(bench: _Bench) -> None:
    report = bench.ingest("documents: {}")
    assert report.skipped == () and len(report.documents) == 3
    (bench.data / "Offres" / CORRECTIONS_NAME).write_text("documents: {}")
    assert [item.reason for item in bench.ingest().skipped] == ["unsupported"], "only the one beside the data counts"


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (
            'documents: {"Offres/Fiche Rimal V7.txt": {version: 7}}',
            "line 1: no document is called Offres/Fiche Rimal V7",
        ),
        (f'documents:\n  "{V1}": {{titel: x}}', "line 2: `titel` is not known; `title`?"),
        (f'documents: {{"{V1}": {{date: hier}}}}', "`date: hier` can't be understood; write a day, month or year"),
        (f'documents: {{"{V1}": {{date: 2025-02-31}}}}', "`date: 2025-02-31` can't be understood"),
        (f'documents: {{"{V1}": {{language: en}}}}', "`language: en` can't be understood; write fr or ar"),
        (f'documents: {{"{V1}": {{title: none}}}}', "every document has a title"),
        (f'documents: {{"{V1}": {{title: [a, b]}}}}', "`title` must be one text"),
        (f'documents: {{"{V1}": {{partner: }}}}', "`partner` has no value; `none` says that there is none"),
        (f'documents: {{"{V1}": {{ignore: peut-être}}}}', "write true or false"),
        (f'documents: {{"{V1}": {{twin: "Offres/x.txt"}}}}', "`twin`: no document is called Offres/x.txt"),
        (f'documents: {{"{V1}": {{twin: "{V2}"}}}}', f"`twin` of {V1}: {V2} is in the same language"),
        (f'documents: {{"{V1}": {{newer: "{V1}"}}}}', f"`newer` of {V1}: another line says otherwise"),
        (f'documents: {{"{V1}": {{newer: "{V2}"}}, "{V2}": {{newer: "{V1}"}}}}', f"`newer` of {V2}: another line"),
        (f'documents: {{"{V1}": {{twin: "{AR}"}}, "{V2}": {{twin: "{AR}"}}}}', f"`twin` of {V2}: another line"),
        (f'documents: {{"{V1}": V3}}', "must be followed by lines `name: value`"),
        ("documents: [a, b]", "`documents` must be followed by lines"),
        ("- a\n- b", "line 1: the file must be followed by lines"),
        ("document: {}", "`document` is not known; corrections stand below `documents:`"),
        (f'documents:\n  "{V1}": {{version: 3}}\n  "{V1}": {{version: 4}}', "line 3: Offres/Fiche Rimal V1.txt stands"),
        (f'documents: {{"{V1}": {{? [a] : b}}}}', "a name must be one text"),
    ],
)
def test_what_cannot_be_followed_is_a_warning_and_stops_nothing(read_bench: _Bench, text: str, warning: str) -> None:
    report = read_bench.ingest(text)
    assert len(report.documents) == 3
    assert any(warning in said for said in report.warnings), report.warnings
    assert report.to_json()["warnings"] == list(report.warnings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'documents:\n\t"a.docx": {}', "line 2"),
        (b'documents:\n  "a.docx": {version: 2\n', "line 3"),
        (b"documents:\n  a: b: c\n", "line 2"),
        ('documents:\n  "é.docx": {}'.encode("latin-1"), "isn't UTF-8"),
        (b"documents: \x07", "forsa.yaml"),
        (b"a: 1\n---\nb: 2\n", "line 2"),
    ],
)
def test_what_is_no_yaml_is_told_before_anything_is_read(bench: _Bench, text: bytes, said: str) -> None:
    (bench.data / CORRECTIONS_NAME).write_bytes(text)
    with pytest.raises(SettingsError, match=said) as error:
        ingest(bench.data, bench.gen)
    assert error.value.hint and not bench.files()


def test_tabs_are_named_in_the_hint(data: Path) -> None:
    (data / CORRECTIONS_NAME).write_text('documents:\n\t"a": {}')
    with pytest.raises(SettingsError) as error:
        load_corrections(data, [])
    assert "tabs" in error.value.hint


@pytest.mark.parametrize("text", ["", "\ufeff", "# rien\n", "documents:\n", "---\n"])
def test_an_empty_file_says_nothing(data: Path, text: str) -> None:
    (data / CORRECTIONS_NAME).write_text(text, encoding="utf-8")
    assert load_corrections(data, [V1]) == Corrections()


def test_names_may_be_typed_with_other_quotes_blanks_and_slashes(data: Path) -> None:
    known = ["Conventions/Convention & L’établissement  K.docx", "Offres/a.txt", "Offres/A.txt"]
    (data / CORRECTIONS_NAME).write_text(
        'documents:\n  "Conventions\\\\Convention & L\'etablissement K.docx": {version: 2}\n'
        '  "./Offres/a.txt": {version: none}\n  "offres/a.TXT": {version: 3}\n'
    )
    corrections = load_corrections(data, known)
    assert corrections.of(known[0]) == Correction(2, {"version": "V2"})
    assert corrections.of(known[1]).facts == {"version": ""}
    assert "offres/a.TXT" in corrections.warnings[0], "it may mean two files"


def test_values_stay_texts(data: Path) -> None:
    (data / CORRECTIONS_NAME).write_text(
        f'documents: {{"{V1}": {{version: 1.10, date: 2025-07-14, title: 2025, partner: true, family: 0x10}}}}'
    )
    assert load_corrections(data, [V1]).of(V1).facts == {
        "version": "V1.10",
        "date": "2025-07-14",
        "title": "2025",
        "partner": "true",
        "family": "0x10",
    }
