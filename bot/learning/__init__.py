"""The learning loop: votes and refusals become evaluation questions and pinned answers, and a reindex is checked."""
