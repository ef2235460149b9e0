"""Value positions of DIG in points, for the bots and the features.

| module | computes |
|---|---|
| `closing` | the places of the bowls after this turn's holes are closed, the values of the colours, and the lead |
| `delivery` | the value of delivering the bones in a hand |
| `digging` | the value of digging at a place |
| `plans` | the value of plans: deliver a colour first, dig at a place first, or the best plan |
| `hands` | numbers of all hands, and the changes between hands |
| `walking` | distances in places and actions |
| `packed` | counts of bones packed in one integer |
"""
