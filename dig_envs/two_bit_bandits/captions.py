"""Describe the table of 2-Bit Bandits in captions and as text."""

import re
from typing import Any, NamedTuple

from dig_envs.core.game import NOBODY
from dig_envs.render.lines import COLUMNS, LINES, join_groups, wrap
from dig_envs.render.view import View
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import is_open, may_play, stage_at
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status
from dig_envs.utils.text import pluralized, shortened


class Asked(NamedTuple):
    """The words for the decision of a phase.

    Attributes:
        caption: the pending decision, after the name of the active seat.
        question: the question to the seat that decides; empty where it depends on the position.
    """

    caption: str
    question: str = ""


DECISIONS = {
    Phase.EXPLORE: Asked("chooses a stage, or looks at level cards", "Go to a stage, or look at the next level cards?"),
    Phase.KEEP: Asked("keeps one of the level cards", "Which level card do you keep? The other goes back on top."),
    Phase.LAY: Asked("places a level card", "At which exit do you place the level card?"),
    Phase.CHOOSE: Asked("chooses a stage", "Which stage do you play?"),
    Phase.ASSIGN: Asked("places dice on the scene cards"),
    Phase.HOLD: Asked("chooses pickups to hold", "Which pickup do you hold? Choose the active one first."),
    Phase.READY: Asked("prepares for the next scene"),
    Phase.BOOST: Asked("may restore health before the round", "Restore your health, or roll the dice of this round?"),
    Phase.REROLL: Asked("may reroll dice", "Reroll a die, or keep the dice?"),
    Phase.SAVE: Asked(
        "must discard a pickup for health", "You have no health left. Which pickup do you give for a health point?"
    ),
    Phase.REVIVE: Asked("may spend a continue", "You are down. Spend a continue and fight on?"),
    Phase.PLAY_ON: Asked("plays another stage, or stops", "Play another stage, or stop for good?"),
    Phase.OVER: Asked(""),
}
STATUS_NAMES = {Status.IN: "", Status.DOWN: "down", Status.STOPPED: "stopped", Status.OUT: "out"}
ENCOUNTER_WORDS = ("", "barrel", "heart", "bomb", "spikes", *components.MINIONS, *(f"{name}!" for name in components.MINIONS))
STACK_SHOWN = 5  # cards of the level stack
PICKUP_LABELS = tuple(name.removeprefix("Mug of ").removeprefix("Slice of ") for name in components.PICKUP_NAMES)


def status(view: View) -> str:
    """Describe the pending decision. In an attack, name the asked seat only if the view may show it."""
    table = view.table
    if table.phase == Phase.ATTACK:
        asked = view.known.secret.mover
        return "A battle is about to begin" if asked == NOBODY else f"{shortened(view.name(asked), 20)} may throw pickups"
    return f"{shortened(view.name(table.active), 20)} {DECISIONS[Phase(table.phase)].caption}"


def situation(table: Any) -> str:
    """Describe the level, the length and the size of the level stack."""
    final = {Final.AHEAD: "", Final.RUNNING: " · final battle", Final.WON: " · gang defeated"}[table.final]
    cards = f"{pluralized(table.stack_size, 'level card')} left"
    return f"level {level(table)} · {components.Length(table.span).name.lower()} · {cards}{final}"


def gang(view: View) -> str:
    """List the defeated Shamandillos, and the next one if it is known and not in battle."""
    beaten = ", ".join(name for number, name in enumerate(components.SHAMANDILLOS) if view.table.defeated[number]) or "none"
    return " · ".join(filter(None, (next_boss(view), f"defeated {beaten}")))


def next_boss(view: View) -> str:
    """Name the next Shamandillo, or a question mark; empty during and after its battle."""
    table = view.table
    if not view.running or table.final != Final.AHEAD or table.foe >= components.NUM_MINIONS:
        return ""
    left = len(components.SHAMANDILLOS) - table.num_defeated
    known = view.known.secret.bosses[left - 1] if left else NONE
    return f"next {'?' if known == NONE else components.SHAMANDILLOS[known]}"


def foe_name(table: Any) -> str:
    if table.foe >= components.NUM_MINIONS:
        return components.SHAMANDILLOS[table.foe - components.NUM_MINIONS]
    return f"{'elemental ' if table.elemental else ''}{components.MINIONS[table.foe]}"


def foes(table: Any) -> str:
    """Return the enemy in words: a Shamandillo, or a number of minions."""
    return pluralized(table.minions, foe_name(table)) if table.foe < components.NUM_MINIONS else foe_name(table)


def stage_words(table: Any, place: int) -> str:
    """Return the name of a stage of the map; empty for no stage."""
    return components.STAGE_NAMES[stage_at(table, place)]


def card_stages(table: Any, card: int) -> str:
    """List the stages of a level card, the trunk first."""
    names = [components.STAGE_NAMES[table.faces.stages[card][at]] for at in range(components.STAGES_A_CARD)]
    return ", ".join(name.removeprefix("covered ") for name in names if name)


def looked_at(view: View) -> list[tuple[str, int]]:
    """List the level cards that a seat looks at and the viewer knows, each with its role or its future."""
    fates = ("keeps", "puts back") if view.table.phase == Phase.LAY else ("first", "second")
    looked = view.known.seats[view.table.active].looked
    return [(fate, looked[k]) for k, fate in enumerate(fates) if looked[k] != NONE]


def on_stack(view: View) -> list[int]:
    """List the upper level cards of the stack that the viewer knows, without those that a seat looks at and may keep."""
    top = view.table.stack_size
    kept = [card for fate, card in looked_at(view) if fate != "puts back"]
    cards = [view.known.secret.stack[k] for k in range(top - 1, max(0, top - STACK_SHOWN) - 1, -1)]
    return [card for card in cards if card != NONE and card not in kept]


def encounters(table: Any, card: int, path: int) -> list[str]:
    """List the encounters on a path of a scene card; an elemental minion has an exclamation mark."""
    codes = [table.faces.scenes[card][path][k] for k in range(components.ENCOUNTERS_A_PATH)]
    return [ENCOUNTER_WORDS[code] for code in codes if code > 0]


def path_words(table: Any, card: int, path: int) -> str:
    """Return the encounters on a path of a scene card in words."""
    return " ".join(encounters(table, card, path))


def held(table: Any, seat: int) -> list[str]:
    """List a seat's pickups, the active one first."""
    return [PICKUP_LABELS[kind] for kind in (table.pickups[seat][slot] for slot in range(components.SLOTS)) if kind != NONE]


# --- the table as text

OWNER = re.compile(r"( of \w+) .*")  # the owner of a wagon; narrow columns show only the first name
MAX_COLUMNS = 3  # of the map
LEGEND = "* open  + open to the seat to move  (n) pawn of seat n  ! elemental  > to act"


def text(view: View) -> str:
    """Return the table as text: the pending decision, the map, the stage in play, the Good Guys."""
    table = view.table
    head = [
        view.headline(),
        shortened(view.result or status(view), COLUMNS),
        *wrap(f"{situation(table)} · {gang(view)}", COLUMNS, " · "),
    ]
    hidden, stage = _hidden_lines(view), [*_stage_lines(table), *_battle_lines(table)]
    players = [_player_line(view, seat) for seat in range(table.num_players)]
    free_lines = LINES - len(head) - len(hidden) - len(stage) - len(players) - 1
    return join_groups(head, [*_map_lines(view, free_lines), *hidden], stage, players, [LEGEND])


def _map_lines(view: View, rows: int) -> list[str]:
    """Write the level cards in as few columns as fit into `rows` lines; narrow columns abbreviate stages to three letters."""
    placed = range(view.table.placed)
    columns = min(-(-len(placed) // max(rows, 1)), MAX_COLUMNS)
    cells = [_map_cell(view, card, columns) for card in placed]
    height, width = -(-len(cells) // columns), COLUMNS // columns
    return ["".join(f"{shortened(cell, width - 1):<{width}}" for cell in cells[row::height]) for row in range(height)]


def _map_cell(view: View, card: int, columns: int) -> str:
    table, short = view.table, columns == MAX_COLUMNS
    stages = []
    for at in range(components.STAGES_A_CARD):
        place = card * components.STAGES_A_CARD + at
        if stage_at(table, place) != components.Stage.NONE:
            mark = "+" if may_play(table, place, table.active) else "*" if is_open(table, place) else ""
            pawns = "".join(str(seat) for seat in range(table.num_players) if table.pawn[seat] == place)
            words = stage_words(table, place).removeprefix("covered ")
            words = OWNER.sub(r"\1", words) if columns > 1 else words
            stages.append(f"{words[:3] if short else words}{mark}{f'({pawns})' if pawns else ''}")
    where = f"{table.x[card]},{table.y[card]}"
    name = components.LEVEL_NAMES[table.level_card[card]]
    if short:
        return f"{card:>2} {name[:5]} {where} {_sides(table.paths[card])} {' '.join(stages)}"
    return f"{card:>2} {name:<{11 if card == 0 else 4}}{where:>6} {_sides(table.paths[card]):<4} {', '.join(stages)}"


def _sides(paths: int) -> str:
    return "".join(components.SIDES[side] for side in range(4) if (paths >> side) & 1)


def _hidden_lines(view: View) -> list[str]:
    """Write the level cards that a seat looks at, unrotated with the entry in the south, and the known top of the stack."""
    faces, looked, stack = view.table.faces, looked_at(view), on_stack(view)
    lines = [
        f"   {fate:<9} {components.LEVEL_NAMES[card]:<3} {_sides(faces.exits[card]):<4} {card_stages(view.table, card)}"
        for fate, card in looked
    ]
    if looked:
        lines.insert(0, "   level cards looked at, entry S")
    if stack:
        lines.append(f"   top of the stack: {' '.join(components.LEVEL_NAMES[card] for card in stack)}")
    return lines


def _stage_lines(table: Any) -> list[str]:
    """Write the stage in play: scenes with a die in one line, each other scene with all its paths."""
    if table.row_size == 0:
        return []
    with_die, open_paths = [], []
    for k in range(table.row_size):
        die = table.row_dice[k]
        paths = [path_words(table, table.row[k], path) for path in range(components.PATHS)]
        if die:
            with_die.append(f"scene {k + 1}: {'done' if k < table.scene else f'die {die}'} {paths[die - 1]}")
        else:
            open_paths.append(f"  scene {k + 1}: " + " / ".join(shortened(path.replace(" ", "-"), 12) for path in paths))
    head = f"{stage_words(table, table.place)}, {table.tentative} points so far"
    dice = [str(face + 1) for face in range(components.PATHS) for _ in range(table.rolled[face])]
    dice_left = f" · dice to place {' '.join(dice)}" if dice else ""
    return [
        f"{head}{dice_left}",
        *(f"  {line}" for line in wrap(" · ".join(with_die), COLUMNS - 2, " · ") if with_die),
        *open_paths,
    ]


def _battle_lines(table: Any) -> list[str]:
    if table.foe == NONE:
        return []
    dice = " ".join(str(value) for value in table.dice if value != NONE)
    health = f" health {table.foe_health}" if table.foe_health else ""
    rolled = f" · dice {dice}" if dice else ""
    now = f"round {table.rounds}" if table.rounds else "before the first round"
    return [f"battle: {table.minions} {foe_name(table)}{health} · {now}{rolled}"]


def _player_line(view: View, seat: int) -> str:
    table = view.table
    mark = ">" if view.is_active(seat) else " "
    state = STATUS_NAMES[Status(table.status[seat])]
    figure = f"{table.points[seat]:>6} points  health {table.health[seat]:>2}  continues {table.continues[seat]}"
    return f"{mark}{seat} {shortened(view.name(seat), 20):<20}{figure}  {', '.join(held(table, seat))} {state}"
