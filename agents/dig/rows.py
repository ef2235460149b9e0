"""Declare the entities in the observation of DIG for the network "rows"."""

from dig_envs.agents.learned.entity_groups import EntityGroup, columns, numbers, rows

ROWS = (
    EntityGroup(
        "place",  # distances from the dog: away from the doghouse, then toward it
        (*numbers(0, 13), *numbers(-13, 0)),
        rows("yard", "place_colours", "yard_backs", "dig"),
        ("move {}", "dig", "drop"),
    ),
    EntityGroup(
        "colour",
        "place {}",
        rows("hand", "unaccounted", "values", "just_dug", "final_values", "deliver", "put_back")
        + columns("known_hands", "dropped"),
        ("place {}",),
    ),
)
