"""Declare the entities in the observation of Dig Dig for the network "rows"."""

from dig_envs.agents.learned.entity_groups import EntityGroup, columns, rows

ROWS = (
    EntityGroup(
        "kind",
        "lay {}",
        rows("hand", "copies", "pile", "top", "fitting", "compost", "unseen", "picks", "last_kind", "leads")
        + columns("face_up", "known_hands", "known_kinds"),
        ("play {}", "play {} x2", "play {} x3", "play {} x4", "lay {}"),
    ),
)
