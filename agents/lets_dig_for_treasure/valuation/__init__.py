"""Value cards and digs of Let's Dig for Treasure, for its bots and its features: everything here is judgement.

| module | holds |
|---|---|
| `odds` | how likely the unseen cards are to bust |
| `cards` | what cards are worth to a seat, in points |
| `digs` | what one more dig brings, in points and in chances to win |
"""
