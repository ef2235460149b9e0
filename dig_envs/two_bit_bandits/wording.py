"""Questions, actions and their results in 2-Bit Bandits, in words for people."""

from collections import Counter
from typing import Any

from dig_envs.render.changes import differences, named_counts, point_changes, subject
from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import PICKUP_LABELS, card_stages, foe_name, looked_at, path_words, stage_words
from dig_envs.two_bit_bandits.components import (
    DIE_COLOURS,
    DIE_SIDES,
    LEVEL_NAMES,
    NUM_MINIONS,
    PATHS,
    SHAMANDILLOS,
    SIDES,
    STAGES_A_CARD,
    Pickup,
)
from dig_envs.two_bit_bandits.rules.actions import ACTIONS, PAIRS, Action
from dig_envs.two_bit_bandits.rules.stage import battle_is_next
from dig_envs.two_bit_bandits.state import NONE, Phase, Status
from dig_envs.utils.text import pluralized

MINUTES = 18  # of a game against the expert, at 5 seconds a decision

COMPASS = ("north", "east", "south", "west")
SLOT_NAMES = ("active", "stored")
STATUS_CHANGES = {
    Status.IN: "fought on",
    Status.DOWN: "went down",
    Status.STOPPED: "stopped playing",
    Status.OUT: "dropped out",
}
QUESTIONS = {
    Phase.EXPLORE: "Go to a stage, or look at the next level cards?",
    Phase.KEEP: "Which level card do you keep? The other goes back on top.",
    Phase.LAY: "At which exit do you place the level card?",
    Phase.CHOOSE: "Which stage do you play?",
    Phase.HOLD: "Which pickup do you hold? Choose the active one first.",
    Phase.SAVE: "You have no health left. Which pickup do you give for a health point?",
    Phase.REVIVE: "You are down. Spend a continue and fight on?",
    Phase.PLAY_ON: "Play another stage, or stop for good?",
    Phase.REROLL: "Reroll a die, or keep the dice?",
    Phase.BOOST: "Restore your health, or roll the dice of this round?",
}


def may_be_shown(view: View) -> bool:
    """Return False while another seat decides in secret about an attack (TB-19)."""
    if view.table.phase != Phase.ATTACK:
        return True
    return view.seat == view.record.secret.mover


def action_as_heard(view: View, action: int) -> str | None:
    """Describe an action to the other seats, without the name of a level card that is kept. Passing is secret (C-4)."""
    if action == Action.PASS:
        return None
    return "keep one of the level cards" if Action.KEEP <= action < Action.FINISH else label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    table = view.table
    if action < Action.LAY:
        place = action - Action.STAGE
        return f"go to the {stage_words(table, place)} of {_card_name(place // STAGES_A_CARD)}"
    if action < Action.LOOK:
        card, side = divmod(action - Action.LAY, len(SIDES))
        return f"place it {COMPASS[side]} of {_card_name(card)}"
    if Action.KEEP <= action < Action.FINISH:
        return f"keep {_level_card(view, action - Action.KEEP)}"
    if Action.ASSIGN <= action < Action.HOLD:
        return f"place the {action - Action.ASSIGN + 1}: {_path(view, action - Action.ASSIGN)}"
    if Action.HOLD <= action < Action.HOLD_NOTHING:
        return f"hold {PICKUP_LABELS[action - Action.HOLD]}"
    if Action.BOOST <= action < Action.DRINK:
        return f"give the {_pickup(view, action - Action.BOOST)} for a health point"
    if Action.THROW <= action < Action.PASS:
        return f"throw the {_pickup(view, action - Action.THROW)} into the battle"
    if Action.SWAP <= action < Action.REPLACE:
        return f"swap scenes {PAIRS[action - Action.SWAP][0] + 1} and {PAIRS[action - Action.SWAP][1] + 1}"
    if Action.REPLACE <= action < Action.THROW:
        return f"replace scene {action - Action.REPLACE + 1}"
    if Action.REROLL <= action < Action.STAND:
        colour, value = divmod(action - Action.REROLL, DIE_SIDES)
        return f"reroll the {DIE_COLOURS[colour]} {value}"
    if action == Action.GO_ON:
        return _next_step(view)
    return WORDS.get(action, ACTIONS.name(action))


def _card_name(card: int) -> str:
    """Name a card of the map as the picture does."""
    return f"card {card}" if card else LEVEL_NAMES[0]


def _next_step(view: View) -> str:
    table = view.table
    if table.phase == Phase.BOOST:
        return "roll the dice of this round"
    return "begin the battle" if battle_is_next(table) else f"play scene {table.scene + 1}"


WORDS: dict[int, str] = {
    Action.LOOK: "look at the next level cards",
    Action.FINISH: "end the game",
    Action.STOP: "stop playing",
    Action.HOLD_NOTHING: "hold nothing else",
    Action.SWITCH: "swap the active and the stored pickup",
    Action.BACK_OUT: "back out of the stage",
    Action.DRINK: "drink the Root Beer",
    Action.SKIP: "skip the scene with the Sheriff Star",
    Action.PASS: "throw nothing",
    Action.STAND: "keep the dice",
    Action.REVIVE: "spend a continue and fight on",
    Action.GIVE_UP: "give up",
}


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if table.phase == Phase.ATTACK:
        return f"{view.name(table.active)} is about to fight {foe_name(table)}. Throw a pickup into the battle?"
    if table.phase == Phase.ASSIGN:
        return f"Which die do you place on scene {_next_scene(view) + 1}?"
    if table.phase == Phase.READY:
        coming = "The battle" if battle_is_next(table) else f"Scene {table.scene + 1}"
        return f"{coming} is next. Prepare, continue, or back out?"
    return QUESTIONS[Phase(table.phase)]


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the stage, exit, die, scene or pickup that an action concerns."""
    seat = view.record.secret.mover
    if action < Action.LAY:
        return (f"stage-{action - Action.STAGE}",)
    if action < Action.LOOK:
        return (f"exit-{action - Action.LAY}",)
    if action == Action.LOOK:
        return ("stack",)
    if Action.KEEP <= action < Action.FINISH:
        return (f"looked-{action - Action.KEEP}",)
    if Action.ASSIGN <= action < Action.HOLD:
        return (f"die-{action - Action.ASSIGN + 1}", f"path-{_next_scene(view)}-{action - Action.ASSIGN}")
    for first in (Action.BOOST, Action.THROW):
        if first <= action < first + 2:
            return (f"slot-{seat}-{action - first}",)
    if action in (Action.DRINK, Action.SKIP):
        kind = Pickup.ROOT_BEER if action == Action.DRINK else Pickup.STAR
        return (f"slot-{seat}-{[*view.table.pickups[seat]].index(kind)}",)
    if Action.SWAP <= action < Action.REPLACE:
        return (f"scene-{PAIRS[action - Action.SWAP][0]}", f"scene-{PAIRS[action - Action.SWAP][1]}")
    if Action.REPLACE <= action < Action.THROW:
        return (f"scene-{action - Action.REPLACE}",)
    if Action.REROLL <= action < Action.STAND:
        return (f"rolled-{action - Action.REROLL}",)
    if action == Action.GO_ON:
        if view.table.foe != NONE:
            return ("foe",)
        return () if battle_is_next(view.table) else (f"scene-{view.table.scene}",)
    return ()


def _next_scene(view: View) -> int:
    """Return the number of the first scene without a die."""
    dice = view.table.row_dice
    return next((k for k in range(view.table.row_size) if not dice[k]), 0)


def _path(view: View, path: int) -> str:
    return path_words(view.table, view.table.row[_next_scene(view)], path).replace("!", " (elemental)")


def _pickup(view: View, slot: int) -> str:
    kind = view.table.pickups[view.record.secret.mover][slot]
    return f"{SLOT_NAMES[slot]} pickup" if kind == NONE else PICKUP_LABELS[kind]


def _level_card(view: View, at: int) -> str:
    looked = _looked(view)
    if at >= len(looked):
        return f"card {at + 1}"
    stages = card_stages(view.table, looked[at])
    return f"{LEVEL_NAMES[looked[at]]} ({stages})"


def _looked(view: View) -> list[int]:
    """List the level cards that a seat looks at and the viewer knows."""
    return [card for _, card in looked_at(view)]


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe dice, encounters, pickups, level cards, and the gains and losses of each Good Guy."""
    return [
        *_on_the_map(before, after),
        *_on_the_stage(before.table, after.table),
        *_in_battle(before.table, after.table),
        *point_changes(before, after, mover),
        *(words for seat in range(after.table.num_players) for words in _good_guy(before.table, after, seat, mover)),
    ]


def _on_the_map(before: View, after: View) -> list[str]:
    """Describe the level cards that were placed, and to the seat that looked at level cards also those."""
    old, new = before.table, after.table
    looked, seen = _looked(before), _looked(after)
    words = [f"saw {LEVEL_NAMES[card]} ({card_stages(new, card)})" for card in seen if card not in looked]
    placed = [new.level_card[at] for at in range(old.placed, new.placed)]
    return words + [f"placed {LEVEL_NAMES[card]} ({card_stages(new, card)})" for card in placed]


def _on_the_stage(old: Any, new: Any) -> list[str]:
    """Describe the dice for the scenes, and the pickups that were found."""
    rolled = [str(face + 1) for face in range(PATHS) for _ in range(new.rolled[face])]
    words = [f"rolled {' '.join(rolled)}"] if rolled and not sum(old.rolled) else []
    found = named_counts(differences(old.pool, new.pool), PICKUP_LABELS)
    return words + ([f"found {', '.join(found)}"] if found else [])


def _in_battle(old: Any, new: Any) -> list[str]:
    """Describe the enemy, the dice, and the enemy's losses."""
    words = []
    if new.foe != NONE and (old.foe, old.minions) != (new.foe, new.minions):
        words.append(f"met {pluralized(new.minions, foe_name(new))}" if new.foe < NUM_MINIONS else f"met {foe_name(new)}")
    if list(old.dice) != list(new.dice) and any(value != NONE for value in new.dice):
        words.append(f"rolled {' '.join(str(value) for value in new.dice if value != NONE)}")
    if old.foe == new.foe != NONE and old.foe_health > new.foe_health:
        words.append(f"the enemy's health fell to {new.foe_health}")
    return words + [
        f"{name} was defeated" for name, more in zip(SHAMANDILLOS, differences(old.defeated, new.defeated), strict=True) if more
    ]


def _good_guy(old: Any, view: View, seat: int, mover: int | None) -> list[str]:
    """Describe the changes of a Good Guy's health, continues, pickups and status."""
    new, name = view.table, subject(view, seat, mover)
    health, continues = new.health[seat] - old.health[seat], new.continues[seat] - old.continues[seat]
    words = [f"{name}{health:+} health"] if health else []
    words += [f"{name}{continues:+} continue"] if continues else []
    held = [Counter(kind for kind in table.pickups[seat] if kind != NONE) for table in (old, new)]
    for sign, kinds in (("+", held[1] - held[0]), ("-", held[0] - held[1])):
        words += [f"{name}{sign}{PICKUP_LABELS[kind]}" for kind in kinds.elements()]
    if old.status[seat] != new.status[seat]:
        words.append(f"{name}{STATUS_CHANGES[Status(new.status[seat])]}")
    return words
