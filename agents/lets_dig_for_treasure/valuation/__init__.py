"""Value cards and digs of Let's Dig for Treasure for its bots and its features.

| module | computes |
|---|---|
| `odds` | the chance that an unseen card busts |
| `cards` | the value of cards for a seat, in points |
| `digs` | the value of one more dig, in points and in chances to win |
"""
