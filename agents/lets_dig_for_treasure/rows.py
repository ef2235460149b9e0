"""Declare which parts of the observation of Let's Dig for Treasure speak of the same things, for the network "rows"."""

from dig_envs.agents.learned.entity_groups import Things, columns, numbers, rows

ROWS = (
    Things(
        "stack",
        "dig {}",
        rows("skeleton", "looking", "heights", "destroyed", "tops")
        + rows("shortness", "risk", "gain", "top_gains", "win_by_digging")
        + columns("knowers"),
        ("dig {}", "look {}"),
    ),
    Things(
        "player",
        numbers(0, 5),
        rows("knowers", "piles", "used_dogs", "sizes", "points", "thief", "victim", "owner", "new_player", "to_move")
        + rows("mine", "seats")
        + rows("leads", "first", "last", "best_loot", first=1),
        ("choose +{}",),
    ),
    Things(
        "card",
        "steal {}",
        rows("stolen", "dug", "loot", "discard", "unseen", "loot_values") + columns("piles"),
        ("steal {}",),
    ),
)
