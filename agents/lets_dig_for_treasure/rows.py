"""Declare the entities in the observation of Let's Dig for Treasure for the network "rows"."""

from dig_envs.agents.learned.entity_groups import EntityGroup, columns, numbers, rows

ROWS = (
    EntityGroup(
        "stack",
        "dig {}",
        rows("skeleton", "looking", "heights", "destroyed", "tops")
        + rows("shortness", "risk", "gain", "top_gains", "win_by_digging")
        + columns("knowers"),
        ("dig {}", "look {}"),
    ),
    EntityGroup(
        "player",
        numbers(0, 5),
        rows("knowers", "piles", "used_dogs", "sizes", "points", "thief", "victim", "owner", "new_player", "to_move")
        + rows("mine", "seats")
        + rows("leads", "first", "last", "best_loot", first=1),
        ("choose +{}",),
    ),
    EntityGroup(
        "card",
        "steal {}",
        rows("stolen", "dug", "loot", "discard", "unseen", "loot_values") + columns("piles"),
        ("steal {}",),
    ),
)
