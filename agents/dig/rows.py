"""Declare which parts of the observation of DIG speak of the same things, for the network "rows"."""

from dig_envs.agents.learned.entity_groups import Things, columns, numbers, rows

ROWS = (
    Things(
        "place",  # from the dog on away from the doghouse, and from the doghouse up to it
        (*numbers(0, 13), *numbers(-13, 0)),
        rows("yard", "place_colours", "yard_backs", "dig"),
        ("move {}", "dig", "drop"),
    ),
    Things(
        "colour",
        "place {}",
        rows("hand", "unaccounted", "values", "just_dug", "final_values", "deliver", "put_back")
        + columns("known_hands", "dropped"),
        ("place {}",),
    ),
)
