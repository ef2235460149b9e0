"""The words of 2-Bit Bandits: questions, actions, their results, and one sentence for each part of the picture."""

from collections import Counter
from typing import Any

from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.changes import differences, named_counts, point_changes, subject
from dig_envs.render.view import View
from dig_envs.two_bit_bandits import captions, components
from dig_envs.two_bit_bandits.rules.actions import PAIRS, Action
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.rules.stage import battle_is_next, may_back_out
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


def may_be_shown(view: View) -> bool:
    """Return False while another seat decides in secret about an attack (TB-19)."""
    if view.table.phase != Phase.ATTACK:
        return True
    return view.seat == view.record.secret.mover


def progress(view: View) -> str:
    """Count the defeated Shamandillos, after whom the final battle follows."""
    return f"{view.table.num_defeated} of {len(components.SHAMANDILLOS)} Shamandillos defeated"


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if table.phase == Phase.ATTACK:
        return f"{view.name(table.active)} is about to fight {captions.foe_name(table)}. Throw a pickup into the battle?"
    if table.phase == Phase.ASSIGN:
        return f"Which die do you place on scene {_next_scene(view) + 1}?"
    if table.phase == Phase.READY:
        coming = "The battle" if battle_is_next(table) else f"Scene {table.scene + 1}"
        leave = may_back_out(table, table.active)
        return f"{coming} is next. {'Prepare, continue, or back out?' if leave else 'Prepare or continue?'}"
    return captions.DECISIONS[Phase(table.phase)].question


SCENES = "{stage}: {scenes}, and a bonus of {bonus} points when you complete it."
STAGES = {
    components.Stage.SALOON: "Saloon: restores your full health, but you lose your pickups.",
    components.Stage.WAGON: "Covered wagon: gives you two pickups.",
    components.Stage.OASIS: "Oasis",
    components.Stage.CAMP: "Camp",
    components.Stage.VILLAGE: "Village",
    components.Stage.FORT: "Fort",
    components.Stage.HIDEOUT: "Hideout: two scenes, a Shamandillo, two pickups, and 800 more points when you complete it.",
}
OWNED_WAGON = "The wagon of {name}: gives two pickups to {name} alone."
DONE = "{stage}, completed: nobody plays it again."
FUTURE_STAGE = "A stage of a level card that is not on the map yet."
EXIT = "An open exit: a new level card can be placed here."
STACK = "The stack of level cards: you may look at the next two, keep one and place it at an open exit."
PICKUPS = {
    components.Pickup.FEATHER: "Feather: while active, you fly in battles.",
    components.Pickup.POTION: "Breathing Potion: while active, you need no breath rolls.",
    components.Pickup.PIE: "Slice of Pie: while active, you have full health when you back out.",
    components.Pickup.FIREBALL: "Fireball: while active, you roll two red dice more, which never hurt you.",
    components.Pickup.MASK: "Adobe Mask: while active, two damage cost you one health.",
    components.Pickup.HORSESHOE: "Lucky Horseshoe: while active, you may reroll up to two dice a round.",
    components.Pickup.AMULET: "Doom Amulet: while active, your dice need 2 less to hit.",
    components.Pickup.ROOT_BEER: "Mug of Root Beer: while active, drink it for 4 health.",
    components.Pickup.STAR: "Sheriff Star: while active, give it to skip a scene.",
    components.Pickup.TUBA: "Warped Tuba: while active, give it to swap two scenes or replace one.",
}
MINION_POWERS = {
    components.Minion.BEEZARD: "flies",
    components.Minion.DUNE_BUG: "takes your breath after each round",
    components.Minion.DUST_DEVIL: "is joined by one more after each round",
    components.Minion.FIREANTULA: "makes one of your dice yellow, which never hits",
    components.Minion.GOLEM: "has two health",
    components.Minion.PRICKLY_BEAR: "makes you reroll one hit each round",
    components.Minion.REAPER: "does one damage at the end of each round",
}
SHAMANDILLO_POWERS = {
    components.Shamandillo.DUSTY: "regains health after a round from level 5",
    components.Shamandillo.EL_DIABLO: "does one more damage each round",
    components.Shamandillo.ROCKY: "has four health for each level",
    components.Shamandillo.SANTA_ANA: "flies",
    components.Shamandillo.SLICK: "takes your breath after each round",
    components.Shamandillo.SMOKEY: "can do more than one damage a round",
    components.Shamandillo.SNAKE_EYES: "makes you reroll hits from level 4",
}
ENCOUNTERS = {
    components.Encounter.BARREL: "a barrel, which gives you a pickup",
    components.Encounter.HEART: "a heart, which gives you one health",
    components.Encounter.TUMBLE_BOMB: "a tumble bomb, which costs two health",
    components.Encounter.SPIKES: "spikes, which cost as much health as a six-sided die shows",
}
BATTLE = "a battle with as many {name}s as the level, without their power"
ELEMENTAL = "a battle with as many elemental {name}s as the level, each of which {power}"
SHAMANDILLO = "{name}: {power}, and is worth 300 points for each level."
EMPTY_SLOT = "An empty slot for a pickup: the active pickup works, the stored one waits."
DIE = "A die for one of the scenes: its number is the path."
DICE = {
    components.Die.BLACK: "A die of the battle: it hits if it shows the level or more, and hurts you below that.",
    components.Die.YELLOW: "A yellow die: it never hits, but it can hurt you.",
    components.Die.RED: "A red die: it can hit, but never hurts you.",
}
HEALTH = "The health of {name}: {left} of {full}."
CONTINUES = "{name} has {continues}: one is spent when a life is lost, to start again at Stone Ridge."
PAWN = "The pawn of {name}."
CARD = "Card {number} of the map, {name}: {stages}."
LOOKED = "{name}: {stages}."
SCENE = "Scene {number}: place a die on it, which chooses one of the six paths."


assert len(PICKUPS) == len(components.PICKUP_NAMES)


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
        return DICE[components.Die(numbers[0] // components.DIE_SIDES)]
    if kind in ("scene", "path"):
        return _scene(view, *numbers)
    if kind in ("card", "looked"):
        return _level_card(view, kind, numbers[0])
    if kind == "pool":
        return PICKUPS[components.Pickup(numbers[0])]
    if kind == "slot":
        pickup = table.pickups[numbers[0]][numbers[1]]
        return EMPTY_SLOT if pickup == NONE else PICKUPS[components.Pickup(pickup)]
    return _good_guy(view, kind, numbers[0])


def _stage(view: View, place: int) -> str:
    table = view.table
    if place // components.STAGES_A_CARD >= table.placed:
        return FUTURE_STAGE
    stage = stage_at(table, place)
    if stage >= components.Stage.OWNED_WAGON:
        words = OWNED_WAGON.format(name=components.GOOD_GUYS[stage - components.Stage.OWNED_WAGON])
    elif ":" in STAGES[components.Stage(stage)]:
        words = STAGES[components.Stage(stage)]
    else:
        scenes = pluralized(int(components.SCENES_OF[stage]), "scene")
        words = SCENES.format(stage=STAGES[components.Stage(stage)], scenes=scenes, bonus=components.BONUS_OF[stage])
    completed = table.done[place // components.STAGES_A_CARD][place % components.STAGES_A_CARD]
    return DONE.format(stage=words.partition(":")[0]) if completed else words


def _foe(view: View) -> str:
    table = view.table
    if table.foe < components.NUM_MINIONS:
        words = _battle(table.foe, bool(table.elemental))
        return f"{words[0].upper()}{words[1:]}."
    boss = components.Shamandillo(table.foe - components.NUM_MINIONS)
    return SHAMANDILLO.format(name=components.SHAMANDILLOS[boss], power=SHAMANDILLO_POWERS[boss])


def _battle(minion: int, elemental: bool) -> str:
    words = ELEMENTAL if elemental else BATTLE
    return words.format(name=components.MINIONS[minion], power=MINION_POWERS[components.Minion(minion)])


def _encounter(code: int) -> str:
    """Describe an encounter of a path; empty for no encounter."""
    if code >= components.Encounter.BATTLE:
        elemental = code >= components.Encounter.ELEMENTAL
        return _battle(code - (components.Encounter.ELEMENTAL if elemental else components.Encounter.BATTLE), elemental)
    return ENCOUNTERS[components.Encounter(code)] if code > 0 else ""


def _scene(view: View, k: int, path: int | None = None) -> str:
    """Explain a path of a scene; without a path, the path that the die on the scene chooses."""
    table = view.table
    die = table.row_dice[k]
    if path is None and not die:
        return SCENE.format(number=k + 1)
    at = die - 1 if path is None else path
    met = [_encounter(table.faces.scenes[table.row[k]][at][n]) for n in range(components.ENCOUNTERS_A_PATH)]
    return f"Path {at + 1} of scene {k + 1}: {', then '.join(filter(None, met))}."


def _level_card(view: View, kind: str, number: int) -> str:
    table = view.table
    if kind == "card":
        card = table.level_card[number]
        return CARD.format(number=number, name=components.LEVEL_NAMES[card], stages=captions.card_stages(table, card))
    card = captions.looked_at(view)[number][1]
    return LOOKED.format(name=components.LEVEL_NAMES[card], stages=captions.card_stages(table, card))


def _good_guy(view: View, kind: str, seat: int) -> str:
    table, name = view.table, view.name(seat)
    if kind == "health":
        return HEALTH.format(name=name, left=table.health[seat], full=table.max_health)
    if kind == "continues":
        return CONTINUES.format(name=name, continues=pluralized(table.continues[seat], "continue"))
    return PAWN.format(name=name)


def _card_name(card: int) -> str:
    """Name a card of the map as the picture does."""
    return f"card {card}" if card else components.LEVEL_NAMES[0]


def _next_step(view: View) -> str:
    table = view.table
    if table.phase == Phase.BOOST:
        return "roll the dice of this round"
    return "begin the battle" if battle_is_next(table) else f"play scene {table.scene + 1}"


def _next_scene(view: View) -> int:
    """Return the number of the first scene without a die."""
    dice = view.table.row_dice
    return next((k for k in range(view.table.row_size) if not dice[k]), 0)


def _path(view: View, path: int) -> str:
    return captions.path_words(view.table, view.table.row[_next_scene(view)], path).replace("!", " (elemental)")


def _pickup(view: View, slot: int) -> str:
    kind = view.table.pickups[view.record.secret.mover][slot]
    return f"{SLOT_NAMES[slot]} pickup" if kind == NONE else captions.PICKUP_LABELS[kind]


def _level_card_label(view: View, at: int) -> str:
    looked = _looked(view)
    if at >= len(looked):
        return f"card {at + 1}"
    stages = captions.card_stages(view.table, looked[at])
    return f"{components.LEVEL_NAMES[looked[at]]} ({stages})"


def _looked(view: View) -> list[int]:
    """List the level cards that a seat looks at and the viewer knows."""
    return [card for _, card in captions.looked_at(view)]


def _go_to(view: View, place: int) -> str:
    return f"go to the {captions.stage_words(view.table, place)} of {_card_name(place // components.STAGES_A_CARD)}"


def _lay(view: View, at: int) -> str:
    card, side = divmod(at, len(components.SIDES))
    return f"place it {COMPASS[side]} of {_card_name(card)}"


def _reroll(view: View, at: int) -> str:
    colour, value = divmod(at, components.DIE_SIDES)
    return f"reroll the {components.DIE_COLOURS[colour]} {value}"


def _slot(view: View, slot: int) -> tuple[str, ...]:
    return (f"slot-{view.record.secret.mover}-{slot}",)


def _slot_of(view: View, pickup: components.Pickup) -> tuple[str, ...]:
    return _slot(view, [*view.table.pickups[view.record.secret.mover]].index(pickup))


def _going_on(view: View) -> tuple[str, ...]:
    if view.table.foe != NONE:
        return ("foe",)
    return () if battle_is_next(view.table) else (f"scene-{view.table.scene}",)


ACTIONS = ActionTexts(
    {
        Action.STAGE: ActionWords(_go_to, lambda view, place: _stage(view, place), lambda view, place: (f"stage-{place}",)),
        Action.LAY: ActionWords(
            label=_lay,
            help="The card continues the path through this exit, and then you choose a stage.",
            targets=lambda view, at: (f"exit-{at}",),
        ),
        Action.LOOK: ActionWords(
            label="look at the next level cards",
            help="You look at the next two level cards, keep one and place it.",
            targets=("stack",),
        ),
        Action.KEEP: ActionWords(
            label=lambda view, at: f"keep {_level_card_label(view, at)}",
            heard="keep one of the level cards",
            help="You place this card on the map, and the other one goes back on top of the stack.",
            targets=lambda view, at: (f"looked-{at}",),
        ),
        Action.FINISH: ActionWords("end the game", "The game ends, and you win with the most points."),
        Action.STOP: ActionWords("stop playing", "You play no more stages, and keep your points."),
        Action.ASSIGN: ActionWords(
            label=lambda view, path: f"place the {path + 1} ({_path(view, path)})",
            help=lambda view, path: _scene(view, _next_scene(view), path),
            targets=lambda view, path: (f"die-{path + 1}", f"path-{_next_scene(view)}-{path}"),
        ),
        Action.HOLD: ActionWords(
            label=lambda view, kind: f"hold {captions.PICKUP_LABELS[kind]}",
            help=lambda view, kind: PICKUPS[components.Pickup(kind)],
        ),
        Action.HOLD_NOTHING: ActionWords("hold nothing else", "The other pickups are discarded."),
        Action.GO_ON: ActionWords(
            label=lambda view, _: _next_step(view),
            help="The next scene, battle or round begins.",
            targets=lambda view, _: _going_on(view),
        ),
        Action.SWITCH: ActionWords("swap the active and the stored pickup", "The stored pickup becomes active."),
        Action.BACK_OUT: ActionWords(
            "back out of the stage", "You lose the points of this stage, but have at least four health."
        ),
        Action.BOOST: ActionWords(
            label=lambda view, slot: f"give the {_pickup(view, slot)} for a health point",
            help="The pickup is discarded for one health.",
            targets=_slot,
        ),
        Action.DRINK: ActionWords(
            label="drink the Root Beer",
            help="You give the Root Beer and gain four health.",
            targets=lambda view, _: _slot_of(view, components.Pickup.ROOT_BEER),
        ),
        Action.SKIP: ActionWords(
            label="skip the scene with the Sheriff Star",
            help="You give the Sheriff Star, and the scene counts as finished, without its points and pickups.",
            targets=lambda view, _: _slot_of(view, components.Pickup.STAR),
        ),
        Action.SWAP: ActionWords(
            label=lambda view, pair: f"swap scenes {PAIRS[pair][0] + 1} and {PAIRS[pair][1] + 1}",
            help="You give the Warped Tuba, and these scenes change places, while the dice stay.",
            targets=lambda view, pair: (f"scene-{PAIRS[pair][0]}", f"scene-{PAIRS[pair][1]}"),
        ),
        Action.REPLACE: ActionWords(
            label=lambda view, scene: f"replace scene {scene + 1}",
            help="You give the Warped Tuba, and the next scene card takes this place.",
            targets=lambda view, scene: (f"scene-{scene}",),
        ),
        Action.THROW: ActionWords(
            label=lambda view, slot: f"throw the {_pickup(view, slot)} into the battle",
            help="The matching pickup makes the battle elemental, and Root Beer, Star and Tuba add two minions.",
            targets=_slot,
        ),
        Action.PASS: ActionWords(
            label="throw nothing",
            heard=None,  # passing is secret (C-4)
            help="You keep your pickups, and nobody learns that you were asked.",
        ),
        Action.REROLL: ActionWords(
            label=_reroll,
            help="The die is rolled again, and the new number counts.",
            targets=lambda view, die: (f"rolled-{die}",),
        ),
        Action.STAND: ActionWords("keep the dice", "The dice count as they lie."),
        Action.REVIVE: ActionWords("spend a continue and fight on", "You fight on with full health."),
        Action.GIVE_UP: ActionWords("give up", "You are out, and keep your points."),
    }
)


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe dice, encounters, pickups, level cards, and the gains and losses of each Good Guy."""
    return [
        *_on_the_map(before, after),
        *_on_the_stage(before.table, after.table),
        *_in_battle(before.table, after.table),
        *point_changes(before, after, mover),
        *(words for seat in range(after.table.num_players) for words in _changes(before.table, after, seat, mover)),
    ]


def _on_the_map(before: View, after: View) -> list[str]:
    """Describe the level cards that were placed, and to the seat that looked at level cards also those."""
    old, new = before.table, after.table
    looked, seen = _looked(before), _looked(after)
    words = [f"saw {components.LEVEL_NAMES[card]} ({captions.card_stages(new, card)})" for card in seen if card not in looked]
    placed = [new.level_card[at] for at in range(old.placed, new.placed)]
    return words + [f"placed {components.LEVEL_NAMES[card]} ({captions.card_stages(new, card)})" for card in placed]


def _on_the_stage(old: Any, new: Any) -> list[str]:
    """Describe the dice for the scenes, the scenes that were finished with their points, and the pickups that were found."""
    rolled = [str(face + 1) for face in range(components.PATHS) for _ in range(new.rolled[face])]
    words = [f"rolled {' '.join(rolled)}"] if rolled and not sum(old.rolled) else []
    if old.place == new.place and new.scene > old.scene:
        points = new.tentative - old.tentative
        words.append(f"finished scene {new.scene}" + (f" for {points} points" if points else ""))
    pickups = named_counts(differences(old.pool, new.pool), captions.PICKUP_LABELS)
    return words + ([f"could choose from {', '.join(pickups)}"] if pickups else [])


def _in_battle(old: Any, new: Any) -> list[str]:
    """Describe the enemy, the dice, and the enemy's losses."""
    words = []
    if new.foe != NONE and (old.foe, old.minions) != (new.foe, new.minions):
        words.append(f"met {captions.foes(new)}")
    if list(old.dice) != list(new.dice) and any(value != NONE for value in new.dice):
        words.append(f"rolled {' '.join(str(value) for value in new.dice if value != NONE)}")
    if old.foe == new.foe != NONE and old.foe_health > new.foe_health:
        words.append(f"the enemy's health fell to {new.foe_health}")
    return words + [
        f"{name} was defeated"
        for name, more in zip(components.SHAMANDILLOS, differences(old.defeated, new.defeated), strict=True)
        if more
    ]


def _changes(old: Any, view: View, seat: int, mover: int | None) -> list[str]:
    """Describe the changes of a Good Guy's health, continues, pickups and status."""
    new, name = view.table, subject(view, seat, mover)
    health, continues = new.health[seat] - old.health[seat], new.continues[seat] - old.continues[seat]
    words = [f"{name}{health:+} health"] if health else []
    words += [f"{name}{continues:+} continue"] if continues else []
    held = [Counter(kind for kind in table.pickups[seat] if kind != NONE) for table in (old, new)]
    for sign, kinds in (("+", held[1] - held[0]), ("-", held[0] - held[1])):
        words += [f"{name}{sign}{captions.PICKUP_LABELS[kind]}" for kind in kinds.elements()]
    if old.status[seat] != new.status[seat]:
        words.append(f"{name}{STATUS_CHANGES[Status(new.status[seat])]}")
    return words
