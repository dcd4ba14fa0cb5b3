"""Two sequences laid beside each other, so that what belongs together stands in one line."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")
Pairs = list[tuple[int, int]]


def align(left: Sequence[T], right: Sequence[T], score: Callable[[T, T], float], least: float) -> Pairs:
    """The places that belong together, in order in both: the alignment with the highest sum of scores.

    Args:
        score: how well two items fit, from 0.
        least: a pair that scores less is none.
    """
    scores = [[score(ours, theirs) for theirs in right] for ours in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            here = scores[i][j]
            paired = here + best[i + 1][j + 1] if here >= least else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    pairs: Pairs = []
    i = j = 0
    while i < len(left) and j < len(right):
        here = scores[i][j]
        if here >= least and best[i][j] == here + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def match_rest(
    left: Sequence[T], right: Sequence[T], pairs: Pairs, score: Callable[[T, T], float], least: float
) -> Pairs:
    """Pairs among what an alignment left over, whatever their order; the best first, then the nearest."""
    free_left = set(range(len(left))) - {i for i, _ in pairs}
    free_right = set(range(len(right))) - {j for _, j in pairs}
    scored = [(score(left[i], right[j]), i, j) for i in free_left for j in free_right]
    found: Pairs = []
    for value, i, j in sorted(scored, key=lambda entry: (-entry[0], abs(entry[1] - entry[2]), entry[1])):
        if value >= least and i in free_left and j in free_right:
            free_left.remove(i)
            free_right.remove(j)
            found.append((i, j))
    return found


def gaps(pairs: Pairs, lengths: tuple[int, int]) -> list[tuple[range, range]]:
    """What lies between neighbours of an alignment, where both sides have something there."""
    ends = [(-1, -1), *sorted(pairs), lengths]
    found = []
    for (i, j), (following, next_right) in pairwise(ends):
        ours, theirs = range(i + 1, following), range(j + 1, next_right)
        if ours and theirs:
            found.append((ours, theirs))
    return found
