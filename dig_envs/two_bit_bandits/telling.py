"""Say what a seat of 2-Bit Bandits is asked, what its actions mean, where they are on the picture, what others hear of them."""

from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import PICKUP_LABELS, card_stages, foe_name, path_words, stage_words
from dig_envs.two_bit_bandits.components import DIE_COLOURS, DIE_SIDES, SIDES, STAGES_A_CARD
from dig_envs.two_bit_bandits.rules.actions import (
    ACTIONS,
    ASSIGN,
    BACK_OUT,
    BOOST,
    DRINK,
    FINISH,
    GIVE_UP,
    GO_ON,
    HOLD,
    HOLD_NOTHING,
    KEEP,
    LAY,
    LOOK,
    PASS,
    REPLACE,
    REROLL,
    REVIVE,
    SKIP,
    STAGE,
    STAND,
    STOP,
    SWAP,
    SWAP_FIRST,
    SWAP_SECOND,
    SWITCH,
    THROW,
)
from dig_envs.two_bit_bandits.state import NONE, Phase
from dig_envs.two_bit_bandits.visibility import LEVEL_NAMES, visibility_of

COMPASS = ("north", "east", "south", "west")
SLOT_NAMES = ("active", "stored")
QUESTIONS = {
    Phase.EXPLORE: "Go to a stage, or look at the next level cards?",
    Phase.KEEP: "Which level card do you keep? The other goes back on top.",
    Phase.LAY: "At which exit do you place the level card?",
    Phase.CHOOSE: "Which stage do you play?",
    Phase.HOLD: "Which pickup do you hold, the active one first?",
    Phase.SAVE: "You have no health left. Which pickup do you give for it?",
    Phase.REVIVE: "You are down. Spend a continue and fight on?",
    Phase.PLAY_ON: "Play on another stage, or stop for good?",
    Phase.REROLL: "Roll a die again, or let the dice stand?",
    Phase.BOOST: "Do something for your health, or roll this round?",
}


def settled(view: View) -> bool:
    """Return whether the seat may see this moment: not while others are asked, in secret, about an attack (TB-19)."""
    if view.table.phase != Phase.ATTACK:
        return True
    return view.seat == view.record.secret.mover


def told(view: View, action: int) -> str | None:
    """Say what the others hear of an action: not which level card was kept, nor that a pickup was not thrown (C-4)."""
    if action == PASS:
        return None
    return "keep one of the level cards" if KEEP <= action < FINISH else label(view, action)


def label(view: View, action: int) -> str:
    """Say what an action does."""
    table = view.table
    if action < LAY:
        return f"play {stage_words(table, action - STAGE)} on card {(action - STAGE) // STAGES_A_CARD}"
    if action < LOOK:
        card, side = divmod(action - LAY, len(SIDES))
        return f"place it {COMPASS[side]} of card {card}"
    if KEEP <= action < FINISH:
        return f"keep {_level_card(view, action - KEEP)}"
    if ASSIGN <= action < HOLD:
        return f"die {action - ASSIGN + 1}: {_path(view, action - ASSIGN)}"
    if HOLD <= action < HOLD_NOTHING:
        return f"hold {PICKUP_LABELS[action - HOLD]}"
    for first, count, verb in ((BOOST, 2, "give the {} for a health point"), (THROW, 2, "throw the {} into the battle")):
        if first <= action < first + count:
            return verb.format(_pickup(view, action - first))
    if SWAP <= action < REPLACE:
        return f"swap scenes {SWAP_FIRST[action - SWAP] + 1} and {SWAP_SECOND[action - SWAP] + 1}"
    if REPLACE <= action < THROW:
        return f"replace scene {action - REPLACE + 1}"
    if REROLL <= action < STAND:
        colour, value = divmod(action - REROLL, DIE_SIDES)
        return f"roll the {DIE_COLOURS[colour]} {value} again"
    return WORDS.get(action, ACTIONS.name(action))


WORDS = {
    LOOK: "look at the next level cards",
    FINISH: "end the game",
    STOP: "play no more",
    HOLD_NOTHING: "hold nothing more",
    GO_ON: "go on",
    SWITCH: "switch active and stored pickup",
    BACK_OUT: "back out of the stage",
    DRINK: "drink the Root Beer",
    SKIP: "skip the scene with the Sheriff Star",
    PASS: "throw no more",
    STAND: "let the dice stand",
    REVIVE: "spend a continue",
    GIVE_UP: "give up",
}


def question(view: View) -> str:
    """Say what the seat decides."""
    table = view.table
    if table.phase == Phase.ATTACK:
        return f"{view.name(table.active)} is about to fight {foe_name(table)}. Throw a pickup into the battle?"
    if table.phase == Phase.ASSIGN:
        return f"Which die do you lay on scene {_next_scene(view) + 1}?"
    if table.phase == Phase.READY:
        return f"Scene {table.scene + 1} is next. Get ready, go on, or back out?"
    return QUESTIONS[Phase(table.phase)]


def spots(view: View, action: int) -> tuple[str, ...]:
    """Name what an action is about on the picture: a stage, an exit, a die, a scene, a pickup."""
    seat = view.record.secret.mover
    if action < LAY:
        return (f"stage-{action - STAGE}",)
    if action < LOOK:
        return (f"exit-{action - LAY}",)
    if action == LOOK:
        return ("stack",)
    if KEEP <= action < FINISH:
        return (f"looked-{action - KEEP}",)
    if ASSIGN <= action < HOLD:
        return (f"die-{action - ASSIGN + 1}", f"path-{_next_scene(view)}-{action - ASSIGN}")
    for first in (BOOST, THROW):
        if first <= action < first + 2:
            return (f"slot-{seat}-{action - first}",)
    if action in (DRINK, SKIP):
        return (f"slot-{seat}-0",)
    if SWAP <= action < REPLACE:
        return (f"scene-{SWAP_FIRST[action - SWAP]}", f"scene-{SWAP_SECOND[action - SWAP]}")
    if REPLACE <= action < THROW:
        return (f"scene-{action - REPLACE}",)
    if REROLL <= action < STAND:
        return (f"rolled-{action - REROLL}",)
    if action == GO_ON:
        return ("foe",) if view.table.foe != NONE else (f"scene-{view.table.scene}",)
    return ()


def _next_scene(view: View) -> int:
    """Return the first scene of the row without a die."""
    dice = view.table.row_dice
    return next((k for k in range(view.table.row_size) if not dice[k]), 0)


def _path(view: View, path: int) -> str:
    return path_words(view.table, view.table.row[_next_scene(view)], path).replace("!", " (elemental)")


def _pickup(view: View, slot: int) -> str:
    kind = view.table.pickups[view.record.secret.mover][slot]
    return f"{SLOT_NAMES[slot]} pickup" if kind == NONE else PICKUP_LABELS[kind]


def _level_card(view: View, at: int) -> str:
    looked = visibility_of(view).looked
    if at >= len(looked):
        return f"card {at + 1}"
    stages = card_stages(view.table, looked[at])
    return f"{LEVEL_NAMES[looked[at]]} ({stages})"
