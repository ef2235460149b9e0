"""One sentence for each part of the picture of 2-Bit Bandits and for each action, as the viewer knows them."""

from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import card_stages, looked_at
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    DIE_SIDES,
    ENCOUNTERS_A_PATH,
    GOOD_GUYS,
    LEVEL_NAMES,
    MINIONS,
    NUM_MINIONS,
    PICKUP_NAMES,
    SCENES_OF,
    SHAMANDILLOS,
    STAGES_A_CARD,
    Die,
    Encounter,
    Minion,
    Pickup,
    Shamandillo,
    Stage,
)
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE
from dig_envs.utils.text import pluralized

SCENES = "{stage}: {scenes}, and a bonus of {bonus} points when you complete it."
STAGES = {
    Stage.SALOON: "Saloon: restores your full health, but you lose your pickups.",
    Stage.WAGON: "Covered wagon: gives you two pickups.",
    Stage.OASIS: "Oasis",
    Stage.CAMP: "Camp",
    Stage.VILLAGE: "Village",
    Stage.FORT: "Fort",
    Stage.HIDEOUT: "Hideout: two scenes, a Shamandillo, two pickups, and a bonus of 800 points when you complete it.",
}
OWNED_WAGON = "The wagon of {name}: gives two pickups to {name} alone."
DONE = "{stage}, completed: nobody plays it again."
FUTURE_STAGE = "A stage of a level card that is not on the map yet."
EXIT = "An open exit: a new level card can be placed here."
STACK = "The stack of level cards: you may look at the next two, keep one and place it at an open exit."
PICKUPS = {
    Pickup.FEATHER: "Feather: while active, you fly in battles.",
    Pickup.POTION: "Breathing Potion: while active, you need no breath rolls.",
    Pickup.PIE: "Slice of Pie: while active, you have full health when you back out.",
    Pickup.FIREBALL: "Fireball: while active, you roll two red dice more, which never hurt you.",
    Pickup.MASK: "Adobe Mask: while active, two damage cost you one health.",
    Pickup.HORSESHOE: "Lucky Horseshoe: while active, you may reroll up to two dice a round.",
    Pickup.AMULET: "Doom Amulet: while active, your dice need 2 less to hit.",
    Pickup.ROOT_BEER: "Mug of Root Beer: while active, drink it for 4 health.",
    Pickup.STAR: "Sheriff Star: while active, give it to skip a scene.",
    Pickup.TUBA: "Warped Tuba: while active, give it to swap two scenes or replace one.",
}
MINION_POWERS = {
    Minion.BEEZARD: "flies",
    Minion.DUNE_BUG: "takes your breath after each round",
    Minion.DUST_DEVIL: "is joined by one more after each round",
    Minion.FIREANTULA: "makes one of your dice yellow, which never hits",
    Minion.GOLEM: "has two health",
    Minion.PRICKLY_BEAR: "makes you reroll one hit each round",
    Minion.REAPER: "does one damage at the end of each round",
}
SHAMANDILLO_POWERS = {
    Shamandillo.DUSTY: "regains health after a round from level 5",
    Shamandillo.EL_DIABLO: "does one more damage each round",
    Shamandillo.ROCKY: "has four health for each level",
    Shamandillo.SANTA_ANA: "flies",
    Shamandillo.SLICK: "takes your breath after each round",
    Shamandillo.SMOKEY: "can do more than one damage a round",
    Shamandillo.SNAKE_EYES: "makes you reroll hits from level 4",
}
ENCOUNTERS = {
    Encounter.BARREL: "a barrel, which gives you a pickup",
    Encounter.HEART: "a heart, which gives you one health",
    Encounter.TUMBLE_BOMB: "a tumble bomb, which costs two health",
    Encounter.SPIKES: "spikes, which cost as much health as a six-sided die shows",
}
BATTLE = "a battle with as many {name}s as the level, without their power"
ELEMENTAL = "a battle with as many elemental {name}s as the level, each of which {power}"
SHAMANDILLO = "{name}: {power}, and is worth 300 points for each level."
EMPTY_SLOT = "An empty slot for a pickup: the active pickup works, the stored one waits."
DIE = "A die for one of the scenes: its number is the path."
DICE = {
    Die.BLACK: "A die of the battle: it hits if it shows the level or more, and hurts you below that.",
    Die.YELLOW: "A yellow die: it never hits, but it can hurt you.",
    Die.RED: "A red die: it can hit, but never hurts you.",
}
HEALTH = "The health of {name}: {left} of {full}."
CONTINUES = "{name} has {continues}: one is spent when a life is lost, to start again at Stone Ridge."
PAWN = "The pawn of {name}."
CARD = "Card {number} of the map, {name}: {stages}."
LOOKED = "{name}: {stages}."
SCENE = "Scene {number}: place a die on it, which chooses one of the six paths."

ACTIONS = {
    Action.LAY: "The card continues the path through this exit, and then you choose a stage.",
    Action.LOOK: "You look at the next two level cards, keep one and place it.",
    Action.KEEP: "You place this card on the map, and the other one goes back on top of the stack.",
    Action.FINISH: "The game ends, and you win with the most points.",
    Action.STOP: "You play no more stages, and keep your points.",
    Action.ASSIGN: "The number of the die is the path that you take through this scene.",
    Action.HOLD_NOTHING: "The other pickups are discarded.",
    Action.GO_ON: "The next scene, battle or round begins.",
    Action.SWITCH: "The stored pickup becomes active.",
    Action.BACK_OUT: "You lose the points of this stage, but have at least four health.",
    Action.BOOST: "The pickup is discarded for one health.",
    Action.DRINK: "You give the Root Beer and gain four health.",
    Action.SKIP: "You give the Sheriff Star, and the scene counts as finished, without its points and pickups.",
    Action.SWAP: "You give the Warped Tuba, and these scenes change places, while the dice stay.",
    Action.REPLACE: "You give the Warped Tuba, and the next scene card takes this place.",
    Action.THROW: "The matching pickup makes the battle elemental, and Root Beer, Star and Tuba add two minions.",
    Action.PASS: "You keep your pickups, and nobody learns that you were asked.",
    Action.REROLL: "The die is rolled again, and the new number counts.",
    Action.STAND: "The dice count as they lie.",
    Action.REVIVE: "You fight on with full health.",
    Action.GIVE_UP: "You are out, and keep your points.",
}


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    table = view.table
    kind, *words = part.split("-")
    numbers = [int(word) for word in words]
    if kind == "stage":
        return _stage(view, numbers[0])
    if kind in ("exit", "stack", "die"):
        return {"exit": EXIT, "stack": STACK, "die": DIE}[kind]
    if kind == "foe":
        return _foe(view)
    if kind == "rolled":
        return DICE[Die(numbers[0] // DIE_SIDES)]
    if kind in ("scene", "path"):
        return _scene(view, *numbers)
    if kind in ("card", "looked"):
        return _level_card(view, kind, numbers[0])
    if kind == "pool":
        return PICKUPS[Pickup(numbers[0])]
    if kind == "slot":
        pickup = table.pickups[numbers[0]][numbers[1]]
        return EMPTY_SLOT if pickup == NONE else PICKUPS[Pickup(pickup)]
    return _good_guy(view, kind, numbers[0])


def _stage(view: View, place: int) -> str:
    table = view.table
    if place // STAGES_A_CARD >= table.placed:
        return FUTURE_STAGE
    stage = stage_at(table, place)
    if stage >= Stage.OWNED_WAGON:
        words = OWNED_WAGON.format(name=GOOD_GUYS[stage - Stage.OWNED_WAGON])
    elif ":" in STAGES[Stage(stage)]:
        words = STAGES[Stage(stage)]
    else:
        scenes = pluralized(int(SCENES_OF[stage]), "scene")
        words = SCENES.format(stage=STAGES[Stage(stage)], scenes=scenes, bonus=BONUS_OF[stage])
    done = table.done[place // STAGES_A_CARD][place % STAGES_A_CARD]
    return DONE.format(stage=words.partition(":")[0]) if done else words


def _foe(view: View) -> str:
    table = view.table
    if table.foe < NUM_MINIONS:
        words = _battle(table.foe, bool(table.elemental))
        return f"{words[0].upper()}{words[1:]}."
    boss = Shamandillo(table.foe - NUM_MINIONS)
    return SHAMANDILLO.format(name=SHAMANDILLOS[boss], power=SHAMANDILLO_POWERS[boss])


def _battle(minion: int, elemental: bool) -> str:
    words = ELEMENTAL if elemental else BATTLE
    return words.format(name=MINIONS[minion], power=MINION_POWERS[Minion(minion)])


def _encounter(code: int) -> str:
    """Describe an encounter of a path; empty for no encounter."""
    if code >= Encounter.BATTLE:
        elemental = code >= Encounter.ELEMENTAL
        return _battle(code - (Encounter.ELEMENTAL if elemental else Encounter.BATTLE), elemental)
    return ENCOUNTERS[Encounter(code)] if code > 0 else ""


def _scene(view: View, k: int, path: int | None = None) -> str:
    """Explain a path of a scene; without a path, the path that the die on the scene chooses."""
    table = view.table
    die = table.row_dice[k]
    if path is None and not die:
        return SCENE.format(number=k + 1)
    at = die - 1 if path is None else path
    met = [_encounter(table.faces.scenes[table.row[k]][at][n]) for n in range(ENCOUNTERS_A_PATH)]
    return f"Path {at + 1} of scene {k + 1}: {', then '.join(filter(None, met))}."


def _level_card(view: View, kind: str, number: int) -> str:
    table = view.table
    if kind == "card":
        card = table.level_card[number]
        return CARD.format(number=number, name=LEVEL_NAMES[card], stages=card_stages(table, card))
    card = looked_at(view)[number][1]
    return LOOKED.format(name=LEVEL_NAMES[card], stages=card_stages(table, card))


def _good_guy(view: View, kind: str, seat: int) -> str:
    table, name = view.table, view.name(seat)
    if kind == "health":
        return HEALTH.format(name=name, left=table.health[seat], full=table.max_health)
    if kind == "continues":
        return CONTINUES.format(name=name, continues=pluralized(table.continues[seat], "continue"))
    return PAWN.format(name=name)


def explain_action(view: View, action: int) -> str:
    """Explain an action in one sentence."""
    table = view.table
    if action < Action.LAY:
        return _stage(view, action - Action.STAGE)
    if Action.HOLD <= action < Action.HOLD_NOTHING:
        return PICKUPS[Pickup(action - Action.HOLD)]
    if Action.ASSIGN <= action < Action.HOLD:
        next_scene = next(k for k in range(table.row_size) if not table.row_dice[k])
        return _scene(view, next_scene, action - Action.ASSIGN)
    return ACTIONS[max(first for first in ACTIONS if first <= action)]


assert len(PICKUPS) == len(PICKUP_NAMES)
