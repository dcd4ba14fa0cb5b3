"""The gate's trade-off as a picture (PNG). Needs matplotlib."""

from pathlib import Path

import numpy as np

from core.errors import MissingPackageError
from eval.sweep import Recommended, Scores, shares_below

_COLOURS = ("#d95f02", "#7570b3", "#1b9e77", "#666666", "#a6761d")


def draw(scores: Scores, recommended: Recommended, wanted: float, path: Path) -> None:
    """Shares refused over the threshold, on the left; on the right, what each rate of false refusals buys.

    Raises:
        MissingPackageError: matplotlib isn't installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingPackageError(
            "the package matplotlib isn't installed", "pip install -r requirements-dev.txt"
        ) from error
    thresholds = np.linspace(0.0, 1.0, 401)
    foreign = {category: values for category, values in scores.foreign.items() if len(values)}
    lost = shares_below(scores.answerable, thresholds)
    figure = Figure(figsize=(11, 5), dpi=120, layout="constrained")
    left, right = figure.subplots(1, 2)

    left.plot(thresholds, lost, color="#222222", label=f"answerable, refused by mistake (n={len(scores.answerable)})")
    label = f"recommended for {wanted:.0%} false refusals: {recommended.threshold:.3f}"
    left.axvline(recommended.threshold, color="#1f78b4", label=label)
    left.axvspan(recommended.low, recommended.high, color="#1f78b4", alpha=0.15, label="its 95 % interval")
    left.axvline(scores.threshold, color="#222222", linestyle=":", label=f"of the run: {scores.threshold:.3f}")
    for (category, values), colour in zip(foreign.items(), _COLOURS * len(foreign), strict=False):
        name = f"{category}, rightly refused (n={len(values)})"
        refused = shares_below(values, thresholds)
        left.plot(thresholds, refused, color=colour, label=name)
        right.plot(lost, refused, color=colour, marker=".", markersize=3)
    right.axvline(wanted, color="#1f78b4")

    left.set(xlabel="threshold of the gate", ylabel="share refused", xlim=(0, 1), ylim=(-0.02, 1.02))
    right.set(xlabel="answerable questions refused by mistake", ylabel="rightly refused", xlim=(-0.005, 0.25))
    right.set_ylim(-0.02, 1.02)
    for axes in (left, right):
        axes.grid(alpha=0.25)
    figure.legend(loc="outside lower center", ncols=3, fontsize=8)
    figure.suptitle("What the gate's threshold refuses (by score; names that no document knows left out)", fontsize=11)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="png")
