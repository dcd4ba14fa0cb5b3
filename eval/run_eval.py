"""`python bot.py evaluate` by another door: the same command, the same arguments.

usage: python eval/run_eval.py [QUESTIONS.json …] [--label NAME] [--set KEY=VALUE …] [--compare A B]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.cli import evaluate

if __name__ == "__main__":
    evaluate(prog_name="run_eval.py")
