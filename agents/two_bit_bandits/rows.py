"""Declare the entities in the observation of 2-Bit Bandits for the network "rows"."""

from dig_envs.agents.learned.entity_groups import BlockAxis, EntityGroup, columns, numbers, rows

ROWS = (
    EntityGroup(
        "card of the map",
        numbers(0, 24),
        rows("map", "stage_promises"),
        ("stage {}.1", "stage {}.2", "stage {}.3", "lay {} north", "lay {} east", "lay {} south", "lay {} west"),
    ),
    EntityGroup(
        "path",
        "die {}",
        (BlockAxis("rolled"), BlockAxis("row", axis=1), BlockAxis("die_merits"), BlockAxis("path_worths", axis=1)),
        ("die {}",),
    ),
    EntityGroup(
        "pickup",
        "hold {}",
        rows("pool", "pickup_discards", "pickups_unseen") + columns("pickups"),
        ("hold {}",),
    ),
)
