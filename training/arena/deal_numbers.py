"""Reserve the deals of each purpose, so that no agent is measured on deals of its training or of its selection.

A deal is a seed. A training plays deals from its own seed on, and an arena from the given seed on. The numbers here are far
above those, and further apart than the number of games of any purpose.
"""

EVALUATION = 1 << 40
"""The first deal of evaluations after training, including those of best responses."""
MEASUREMENT = 1 << 41
"""The first deal of the short measurements during training, which choose the best model."""
LEAGUE = 1 << 42
"""The first deal of a league's duels, which decide on new members."""
SHIPPING = 1 << 43
"""The first deal of the win shares on the cards of shipped models."""
