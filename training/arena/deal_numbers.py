"""Reserve the deals of each purpose, so that no agent is measured on deals of its training or of its selection.

A deal is a seed. A training plays deals from its own seed on. The numbers here are far above those, and further apart than the
number of games of any purpose.
"""

EVALUATION = 1 << 40
"""The first deal of evaluations after training, including those of best responses."""
MEASUREMENT = 1 << 41
"""The first deal of the short measurements during training, which choose the best model."""
LEAGUE = 1 << 42
"""The first deal of a league's duels, which decide on new members."""
SHIPPING = 1 << 43
"""The first deal of the win shares on the cards of shipped models."""
ARENA = 1 << 44
"""The first deal of arenas, of games of one player, and of the strength page."""
TEXT = 1 << 45
"""The first deal of the study of language models."""


def first_deal(seed: int) -> int:
    """Return the first deal of an arena with this seed: seeds count from `ARENA`, and a reserved deal is itself.

    >>> first_deal(3) - ARENA, first_deal(EVALUATION) == EVALUATION
    (3, True)
    """
    return seed if seed >= EVALUATION else ARENA + seed
