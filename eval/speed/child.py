"""Measuring in a process of its own, so that memory is that of what is measured and nothing is warm from before."""

import importlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def in_child(function: str, environment: Mapping[str, str] | None = None, **arguments: Any) -> dict[str, Any]:
    """What `function` (`module:name` below `eval.speed`) returns for these arguments, and its peak memory, `peak_mb`.

    Ends the program where the child fails; it has said why on standard error.
    """
    command = [sys.executable, "-m", "eval.speed.child", function, json.dumps(arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        sys.exit(f"measuring {function} failed with status {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def resident_mb() -> float:
    """Memory that this process has now."""
    return _status("VmRSS") or peak_mb()


def peak_mb() -> float:
    """The most memory that this process has had. Not asked of `getrusage` where it can be helped: there a child begins
    with what its parent had."""
    return _status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _status(name: str) -> float:
    """A line of Linux's own account in MB; 0 elsewhere."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{name}:")), 0.0)


def main() -> None:
    module, _, name = sys.argv[1].partition(":")
    function = getattr(importlib.import_module(f"eval.speed.{module}"), name)
    result = function(**json.loads(sys.argv[2]))
    print(json.dumps(result | {"peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
