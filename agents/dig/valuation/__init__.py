"""Value positions of DIG in points, for its expert and its features.

| module | tells |
|---|---|
| `closing` | where the bowls will lie once this turn's holes are closed, what colours will pay, and the lead |
| `delivery` | what the bones in a hand will bring |
| `digging` | what digging at a place will bring |
| `plans` | what a plan will bring: to deliver a colour first, to dig somewhere first, or the best one |
| `hands` | all hands, numbered, and what changes them |
| `walking`, `packed` | distances in actions; counts of bones in one number |
"""
