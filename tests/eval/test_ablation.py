from core.settings import PROJECT_ROOT, load_settings
from eval.ablation import table
from eval.labelled import read_labelled


def test_every_part_is_taken_away_once_and_compared_with_the_whole() -> None:
    labelled = read_labelled([PROJECT_ROOT / "eval" / "questions.json"])
    kept = [question for question in labelled if question["expected"] == "answer"][:4] + labelled[-2:]
    settings = load_settings(gen_dir=PROJECT_ROOT / "gen", db_dir=PROJECT_ROOT / "db")
    _, _, whole, *others = table(settings, kept).splitlines()
    assert whole.startswith("| whole | ")
    assert "/4 | " in whole and "/2 |" in whole
    assert len(others) == len({line.split("|")[1] for line in others}) == 10
    # Each difference stands with its interval.
    assert all(" to " in line for line in others)
