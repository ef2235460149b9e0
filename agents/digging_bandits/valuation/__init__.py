"""Value positions of Digging Bandits for its bots and its features.

| module | computes |
|---|---|
| `hands` | the odds of other players' cards, and the prize of the own hand |
| `land` | the useful depth of a dig, and the odds of DYNAMITE |
| `exchanges` | the gain from an exchange of hands |
| `prices` | the prices of cards and other items in a trade |
"""
