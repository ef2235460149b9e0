"""Declare which parts of the observation of 2-Bit Bandits speak of the same things, for the network "rows"."""

from dig_envs.agents.learned.entity_groups import Of, Things, columns, numbers, rows

ROWS = (
    Things(
        "card of the map",
        numbers(0, 24),
        rows("map", "stage_promises"),
        ("stage {}.1", "stage {}.2", "stage {}.3", "lay {} north", "lay {} east", "lay {} south", "lay {} west"),
    ),
    Things(
        "path",
        "die {}",
        (Of("rolled"), Of("row", axis=1), Of("die_merits"), Of("path_worths", axis=1)),
        ("die {}",),
    ),
    Things(
        "pickup",
        "hold {}",
        rows("pool", "pickup_discards", "pickups_unseen") + columns("pickups"),
        ("hold {}",),
    ),
)
