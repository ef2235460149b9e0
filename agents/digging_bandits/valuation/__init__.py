"""What the bots of Digging Bandits judge: odds of unseen cards, prices of cards, what a dig or an exchange is worth.

The feature set in `features.py` shows these judgements to learners; the environment itself knows none of them.
"""
