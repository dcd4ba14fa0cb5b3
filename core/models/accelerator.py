"""What torch finds on this machine. Importing this module doesn't import torch; its functions do."""

import gc
from importlib import util

PACKAGES = ("torch", "transformers", "sentence_transformers", "FlagEmbedding")
INSTALL_HINT = "pip install -r requirements-gpu.txt"

# What torch says where it raises a plain RuntimeError: of CUDA, its libraries, Apple's GPUs, and the CPU.
_SAID = (
    "out of memory",
    "cublas_status_alloc_failed",
    "cudnn_status_alloc_failed",
    "not enough memory",
    "can't allocate memory",
)


def missing_packages() -> tuple[str, ...]:
    """Those of the GPU profile's packages that aren't installed; nothing is imported to find out."""
    return tuple(name for name in PACKAGES if util.find_spec(name) is None)


def has_accelerator() -> bool:
    """Whether the GPU profile can work here: its packages are installed, and torch sees an accelerator. Takes seconds
    where they are (torch is imported), nothing where they aren't."""
    return not missing_packages() and device() != "cpu"


def device() -> str:
    """Where models run: `cuda`, `mps`, `xpu` or `cpu`."""
    import torch

    return torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"


def is_out_of_memory(error: BaseException) -> bool:
    """Whether a smaller batch may help."""
    import torch

    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _SAID)


def free_memory() -> None:
    """Give back what nobody holds any more."""
    import torch

    gc.collect()
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
