"""Let people play: at a table, in a browser or a terminal, against agents and each other.

| module | holds |
|---|---|
| `table` | a game in progress: who sits where, its moves, undo, hints, and what each viewer has been shown |
| `telling` | what a game says of its decisions, with safe answers for a game that says nothing |
| `view` | the messages that a viewer is sent, and nothing but that |
| `store` | games on the disk, which survive a restart |
| `tokens` | the links of the seats |
| `server`, `guard` | the ASGI application, and what it refuses |
| `page/` | what the browser loads |
| `terminal` | the same game in a terminal |
"""
