"""Value positions of 2-Bit Bandits for its bots and features: odds, prices, and a backward induction over a stage.

| module | contents |
|---|---|
| `odds` | codes of encounters, and the odds of the health that each costs |
| `battle_odds` | the computation of these odds, which writes `odds.npy` |
| `prices` | the prices of health, lives and pickups in points |
| `strength` | the properties of a Good Guy on which its odds depend |
| `power_odds` | the odds of the remaining power |
| `induction` | the backward induction over encounters, for all powers in parallel |
| `stages` | the values of the stage in play and of stages with unseen scenes |
| `dice` | the value of each die for the next scene card, by the best order of all dice |
| `places` | the values of the stages that a Good Guy may choose |

The points of minions, the paths of scene cards and the stages of level cards come from the cards in play (`table.faces`). The
odds of unseen scenes and of Shamandillos are precomputed for the shipped cards. With other scene cards or Shamandillos, the
bots use them as an estimate, and the features reject the set.
"""
