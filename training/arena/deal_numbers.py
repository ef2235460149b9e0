"""Number the deals of each purpose: no deal is used for two, so nothing is measured on deals that it was trained or chosen on.

A deal is a seed. Trainings play those from their own seed on, and arenas those that they are asked for; the numbers here are
far beyond, and further apart than any of these purposes has games.
"""

EVALUATION = 1 << 40
"""The first deal of the games after a training, and of those that rate its best response."""
MEASUREMENT = 1 << 41
"""The first deal of the short measurements in the course of a training, by which the best model is chosen."""
LEAGUE = 1 << 42
"""The first deal of a league's duels, by which its members are admitted."""
SHIPPING = 1 << 43
"""The first deal of the strengths on the cards of models that come with the package."""
