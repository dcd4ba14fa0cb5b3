"""What a check of `doctor` finds."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """What one check found; `advice` is what to do where it isn't `ok`."""

    state: Literal["ok", "warn", "fail"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.state:<4}  {self.what}" + (f" → {self.advice}" if self.advice else "")
