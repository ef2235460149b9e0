"""Value positions of 2-Bit Bandits for its bots and its features: odds, prices, and one backward induction over a stage.

| module | computes |
|---|---|
| `odds` | names what may be met by a code, and loads the odds of the health it costs |
| `battle_odds` | computes those odds and writes them into `odds.npy` |
| `prices` | prices health, lives and pickups in points; there is one price of a life |
| `strength` | describes a Good Guy by what its odds depend on |
| `power_odds` | turns the odds of health lost into odds of the power that is left |
| `induction` | values a stage backwards, one encounter at a time, for every power at once |
| `stages` | values the stage in play and stages whose scenes are not yet seen |
| `dice` | values each die for the next scene card by the best order of all dice |
| `places` | compares the stages that a Good Guy may choose |

Points of minions, the paths of scene cards and the stages of level cards are read from the cards in play (`table.faces`). The
odds of scenes not yet seen and of Shamandillos are computed beforehand for the shipped cards: with other scene cards or
Shamandillos the bots use them as an estimate, and the features refuse such a set.
"""
