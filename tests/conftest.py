"""What several parts' tests use."""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import CertificateBuilder, Name, NameAttribute
from cryptography.x509.oid import NameOID
from hypothesis import settings

_MOST_PROCESSES = 4
"""More of them mostly repeat the imports."""


def pytest_configure() -> None:
    """Generated tests have no time limit: machines are shared, and what is slow once needn't be a fault.

    Modules are kept compiled even where the environment says otherwise: compiling the tests takes three seconds
    for every process that runs them, compiling the project a quarter of one for each bot that they start."""
    settings.register_profile("no-deadline", deadline=None)
    settings.load_profile("no-deadline")
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process a core where all tests are run; none besides this one where some were named, their start would take
    longer than they do."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_PROCESSES) if cores > 1 else 0


@pytest.fixture(scope="session", autouse=True)
def one_authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing here speaks TLS, but each client reads the authorities that it would trust, a twentieth of a second for
    all of the world's: here there is one."""
    name = Name([NameAttribute(NameOID.COMMON_NAME, "tests")])
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    one = CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1)).sign(key, SHA256())
    file = tmp_path_factory.mktemp("authority") / "one.pem"
    file.write_bytes(one.public_bytes(Encoding.PEM))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(file))
        yield


@pytest.fixture(scope="session")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of a run share the converted encoder: each with a DB_DIR of its own would convert it again."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(autouse=True)
def settings_of_the_test_alone(monkeypatch: pytest.MonkeyPatch, models_dir: Path) -> None:
    """Whoever runs the tests may have settings of their own in the environment: they don't count here."""
    from core.settings import Settings

    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)
    monkeypatch.setenv("MODELS_DIR", str(models_dir))
    monkeypatch.setitem(Settings.model_config, "env_file", None)
