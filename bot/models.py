"""What reads and weighs text, built from the settings, and the index that they answer from."""

from dataclasses import dataclass
from functools import partial

from core.answering.llm.factory import writer_name
from core.audit.decisions import load_decisions
from core.audit.kept import load_contradictions
from core.calibration import load_calibration
from core.corpus import Corpus
from core.documents.table_files import read_tables
from core.follow_up import FollowUps
from core.gate import Gate
from core.index.store import load_current
from core.kinds import KindReader
from core.models.base import Encoder
from core.models.factory import build_encoder, build_gate
from core.settings import Settings
from core.text.darja import Darja
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser


@dataclass(frozen=True)
class Models:
    """What reads and weighs text, the same for indexing and asking."""

    encoder: Encoder
    analyser: Analyser
    reader: QueryReader
    gate: Gate
    follow_ups: FollowUps

    def warm(self) -> None:
        """Load everything now. Raises MissingModelError, ModelsUnavailable."""
        self.encoder.encode_queries(["?"])
        self.gate.warm()


def build_models(settings: Settings) -> Models:
    """Cheap: weights are loaded on first use."""
    analyser = Analyser()
    synonyms = Synonyms.load(analyser)
    follow_ups = FollowUps(KindReader(analyser, synonyms))
    return Models(
        build_encoder(settings),
        analyser,
        QueryReader(analyser, synonyms, Darja.load()),
        build_gate(settings),
        follow_ups,
    )


def load_corpus(settings: Settings, models: Models) -> Corpus:
    """Read and verify the index version that answers now. Raises IndexUnavailable."""
    index = load_current(settings.db_dir, models.encoder.name, models.analyser.name)
    return Corpus(
        index,
        load_calibration(index.path).for_gate(models.gate),
        settings=settings,
        encoder=models.encoder,
        analyser=models.analyser,
        reader=models.reader,
        gate=models.gate,
        contradictions=load_contradictions(index.path),
        decisions=load_decisions(settings.data_dir),
        tables_of=partial(read_tables, settings.gen_dir),
        writer=writer_name(settings),
    )
