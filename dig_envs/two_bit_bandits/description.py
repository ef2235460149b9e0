"""A position of 2-Bit Bandits in words, as one seat knows it."""

from typing import Any

from dig_envs.core.game import NOBODY
from dig_envs.render.prose import bits, clockwise, joined, possessive, seats_named
from dig_envs.render.view import View
from dig_envs.two_bit_bandits import captions, components
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import level, need
from dig_envs.two_bit_bandits.rules.level_map import has_path, is_entry, is_open, may_play, stage_at
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status
from dig_envs.utils.text import pluralized

SLOT_NAMES = ("active", "stored")
# What follows after damage or new pickups.
THEN = {
    Phase.ENCOUNTER: "the next encounter",
    Phase.STAGE_DONE: "the end of the stage",
    Phase.BREATH: "the roll for breath",
    Phase.AFTERMATH: "the end of the round",
    Phase.RECOVERY: "recovery",
}


def describe(view: View) -> dict[str, str | list[str]]:
    """Return the parts of the position by their titles."""
    table = view.table
    parts: dict[str, str | list[str]] = {
        "Situation": _situation(view),
        "Map (cells east, cells south of Stone Ridge; paths to the sides N, E, S, W)": [
            _card(view, card) for card in range(table.placed)
        ],
        "Level cards not on the map": _level_cards(view),
        "Decks": _decks(table),
        "Good Guys": [_good_guy(view, p) for p in clockwise(view)],
    }
    if table.place != NONE:
        parts["Stage in play"] = _stage(view)
        if table.row_size:
            parts["Scenes"] = [_scene(table, k) for k in range(table.row_size)]
    if table.foe != NONE:
        parts["Battle"] = _battle(view)
    if table.final != Final.AHEAD:
        role = "won by" if table.final == Final.WON else "begun by"
        starter = "" if table.starter == NONE else f"{role} {view.name(table.starter)}"
        parts["Final battle"] = joined(f"cycle {table.cycle + 1}", starter)
    return parts


def _situation(view: View) -> str:
    table = view.table
    defeated = [name for name, beaten in zip(components.SHAMANDILLOS, table.defeated, strict=True) if beaten]
    return joined(
        f"{possessive(view, table.active)} turn",
        f"level {level(table)}",
        f"{components.Length(table.span).name.lower()} length",
        f"{pluralized(table.stack_size, 'level card')} in the stack",
        f"defeated Shamandillos: {', '.join(defeated) or 'none'}",
        "" if table.boss == NONE else f"the next Shamandillo is {components.SHAMANDILLOS[table.boss]}",
        {Final.AHEAD: "", Final.RUNNING: "the final battle is running", Final.WON: "the final battle is won"}[table.final],
    )


def _sides(table: Any, card: int) -> str:
    """Describe the paths to the sides of a card on the map."""
    found = []
    for side, name in enumerate(components.SIDES):
        if has_path(table, card, side):
            kind = "entry" if is_entry(table, card, side) else "exit"
            state = "free" if (table.free[card] >> side) & 1 else "joined" if (table.joined[card] >> side) & 1 else "blocked"
            found.append(f"{name} {state} {kind}")
    return ", ".join(found)


def _card(view: View, card: int) -> str:
    table = view.table
    first = components.STAGES_A_CARD * card
    stages = [
        _place(view, card, at) for at in range(components.STAGES_A_CARD) if stage_at(table, first + at) != components.Stage.NONE
    ]
    return joined(
        f"card {card}, {components.LEVEL_NAMES[table.level_card[card]]}, at ({table.x[card]}, {table.y[card]})",
        _sides(table, card),
        "" if table.reached[card] else "no path leads to its junction yet",
        ", ".join(stages),
    )


def _place(view: View, card: int, at: int) -> str:
    table, place = view.table, components.STAGES_A_CARD * card + at
    marks = [
        "completed" if table.done[card][at] else "",
        "open to you" if may_play(table, place, view.seat or 0) else "open" if is_open(table, place) else "",
    ]
    shown = ", ".join(filter(None, marks))
    return f"stage {at + 1} {captions.stage_words(table, place)}" + (f" ({shown})" if shown else "")


def _level_cards(view: View) -> str:
    table, own = view.table, view.record.seats[view.seat or 0]
    unseen = [
        f"{components.STAGE_NAMES[k]} x{table.stages_unseen[k]}"
        for k in range(len(components.STAGE_NAMES))
        if table.stages_unseen[k]
    ]
    looked = [
        f"{fate} {components.LEVEL_NAMES[card]} with {captions.card_stages(table, card)}"
        for fate, card in captions.looked_at(view)
    ]
    known = ", ".join(components.LEVEL_NAMES[card] for card in captions.on_stack(view))
    others = bits(own.others, table.num_players)
    return joined(
        f"stages (x is the number of copies): {', '.join(unseen) or 'none'}",
        f"looked at: {'; '.join(looked)}" if looked else "",
        f"you know the top of the stack: {known}" if known else "",
        f"you knew {components.LEVEL_NAMES[own.known]} before" if looked and own.known != NONE else "",
        "the second of the two is kept" if own.second else "",
        f"by public knowledge, may know the top: {seats_named(view, bits(table.may_know, table.num_players))}"
        if table.may_know
        else "",
        f"by your knowledge, may know the top: {seats_named(view, others)}" if others else "",
    )


def _decks(table: Any) -> str:
    scenes = [str(card + 1) for card, discarded in enumerate(table.scene_discard) if discarded]
    unseen = [
        f"{captions.ENCOUNTER_WORDS[k]} x{table.encounters_unseen[k]}"
        for k in range(1, len(captions.ENCOUNTER_WORDS))
        if table.encounters_unseen[k]
    ]
    discard = [f"{name} x{table.pickup_discard[k]}" for k, name in enumerate(captions.PICKUP_LABELS) if table.pickup_discard[k]]
    return joined(
        pluralized(table.scene_deck, "scene card"),
        f"on them (x is the number, ! is elemental): {', '.join(unseen) or 'no encounters'}",
        f"discarded scene cards by number: {', '.join(scenes) or 'none'}",
        pluralized(table.pickup_deck, "pickup"),
        f"discarded pickups: {', '.join(discard) or 'none'}",
    )


def _good_guy(view: View, p: int) -> str:
    table = view.table
    card, at = divmod(table.pawn[p], components.STAGES_A_CARD)
    held = [f"{SLOT_NAMES[slot]} {captions.PICKUP_LABELS[kind]}" for slot, kind in enumerate(table.pickups[p]) if kind != NONE]
    return joined(
        view.name(p),
        captions.STATUS_NAMES[Status(table.status[p])],
        f"on stage {at + 1} of card {card}",
        pluralized(table.points[p], "point"),
        f"health {table.health[p]} of {table.max_health}",
        "its Adobe Mask has taken one of two damage" if table.half[p] else "",
        pluralized(table.continues[p], "continue"),
        f"pickups: {', '.join(held) or 'none'}",
    )


def _stage(view: View) -> str:
    table = view.table
    rolled = [str(face + 1) for face in range(components.PATHS) for _ in range(table.rolled[face])]
    pool = [f"{name} x{table.pool[k]}" for k, name in enumerate(captions.PICKUP_LABELS) if table.pool[k]]
    card, at = divmod(table.came_from, components.STAGES_A_CARD)
    came = "" if table.came_from == NONE else f"came from stage {at + 1} of card {card}"
    then = THEN.get(table.then, "") if table.phase in (Phase.SAVE, Phase.HOLD) else ""
    return joined(
        captions.stage_words(table, table.place),
        came,
        f"{pluralized(table.tentative, 'point')} so far",
        f"{pluralized(table.scene, 'scene')} finished",
        f"encounters begun in this scene: {table.encounter}",
        f"dice to place: {', '.join(rolled)}" if rolled else "",
        "pickups were switched before this scene" if table.switched else "",
        f"pickups to choose from: {', '.join(pool)}" if pool else "",
        f"damage still to take: {table.due}" if table.due else "",
        f"next: {then}" if then else "",
    )


def _scene(table: Any, k: int) -> str:
    paths = [captions.path_words(table, table.row[k], path) or "nothing" for path in range(components.PATHS)]
    die, name = table.row_dice[k], f"Scene {k + 1} (card {table.row[k] + 1})"
    return f"{name}, die {die}: {paths[die - 1]}." if die else f"{name}, paths 1 to 6: {' / '.join(paths)}."


def _battle(view: View) -> str:
    table = view.table
    dice = [
        f"{components.DIE_COLOURS[colour(table, k)]} {value}{' (rerolled)' if table.rerolled[k] else ''}"
        for k, value in enumerate(table.dice)
        if value != NONE
    ]
    heights = [f"{table.foe_heights[k]} at height {k}" for k in range(len(table.foe_heights)) if table.foe_heights[k]]
    asked = view.known.secret.mover
    return joined(
        captions.foes(table),
        f"total health {table.foe_health}",
        f"health by height: {', '.join(heights)}" if heights else "",
        f"your height: {table.height}" if table.height else "",
        f"a die hits from {need(table)}",
        f"rounds so far: {table.rounds}",
        f"dice: {', '.join(dice)}" if dice else "",
        f"rerolls left: {table.rerolls}" if table.rerolls else "",
        f"{pluralized(table.window, 'seat')} clockwise from {view.name(table.active)} are finished with the attack"
        if table.phase == Phase.ATTACK
        else "",
        "you have passed" if view.record.seats[view.seat or 0].asked == Asked.PASSED and asked == NOBODY else "",
    )
