"""Let people play a game against agents and each other, in a browser or a terminal.

| module | contents |
|---|---|
| `table` | a game in progress: participants, actions, undo, hints, and the moments shown to each viewer |
| `messages` | the messages to a viewer |
| `show` | a game as one seat or the public saw it, for `watch` and `replay` |
| `store` | games on disk, which survive a restart |
| `tokens` | secret links to the seats |
| `live_table`, `live_tables` | a table that several browsers play at the same time; all tables of a server, and rematches |
| `compile_ahead` | compiles the code of a table's agents and hints in the background |
| `lobby` | the choice of game, seats and options, which starts tables |
| `ending`, `review` | ranking and facts of a finished game; the decisions of a seat that cost most |
| `lessons` | the moments that teach a game, from each game's `lessons.toml` |
| `branching` | a further game from a moment of a finished one, and decisions that are made again |
| `prospects` | expected rewards as chances to win or points |
| `presence` | the open streams of each viewer, and who is not connected |
| `server`, `guard` | the ASGI application and its access checks |
| `page/` | the files of the browser page |
| `terminal` | the same game in a terminal |
"""
