"""What each part of the retrieval brings: the ranking without it, question by question against the whole.

usage: python eval/ablation.py QUESTIONS.json [MORE.json …]

Settings as for `bot.py` (DB_DIR …). Every line changes one thing; `hit@1`, `hit@3` and MRR of the right document before
the gate, the change of MRR with its paired 95 % bootstrap interval, and McNemar's exact test on hit@1. Refused are
questions of which no passage passes the gate, among those that have an answer and those that have none.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.app import build_encoder  # noqa: E402
from core.calibration import load_calibration  # noqa: E402
from core.corpus import Corpus, weights_of  # noqa: E402
from core.gate import FeatureGate  # noqa: E402
from core.index.store import load_current  # noqa: E402
from core.models.base import Encoder  # noqa: E402
from core.name_check import Named  # noqa: E402
from core.question import Question, read_question  # noqa: E402
from core.retrieval import Ranking, Retriever  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402
from core.text.query import QueryReader  # noqa: E402
from core.text.synonyms import Synonyms  # noqa: E402
from core.text.tokens import Analyser  # noqa: E402
from eval.labelled import read_labelled  # noqa: E402
from eval.paired import difference  # noqa: E402
from eval.ranking import ranking_figures  # noqa: E402
