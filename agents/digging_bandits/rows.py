"""Declare the entities in the observation of Digging Bandits for the network "rows"."""

from dig_envs.agents.learned.entity_groups import EntityGroup, columns, numbers, rows

ROWS = (
    EntityGroup(
        "card",
        "name {}",
        rows("hand", "shown", "open_hands", "in_play", "chosen", "unseen", "give", "want") + columns("known_hands"),
        ("name {}", "play {}"),
    ),
    EntityGroup(
        "player",
        numbers(0, 4),
        rows("backs", "tech", "characters", "flags", "to_move", "plot_owner", "named", "actor", "victim", "exchange")
        + rows("blocker", "blocked", "shielded", "considering", "willing")
        + rows("places", "threats", first=1)
        + columns("bridges", "oracle"),
        ("player +{}",),
    ),
)
