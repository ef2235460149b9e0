"""Draw the stage in play of 2-Bit Bandits: scenes with their paths, dice, pickups to choose from, and the battle."""

from typing import Any

from dig_envs.render import palette
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import PICKUP_LABELS, encounters, foe_name
from dig_envs.two_bit_bandits.components import DIE_SIDES, NUM_MINIONS, PATHS, ROW, Die
from dig_envs.two_bit_bandits.emblems import draw_boss, draw_encounter, draw_pickup
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import full_health
from dig_envs.two_bit_bandits.state import NONE

SCENE = "#f4ead2"
PATH_PAINT = {"barrel": "#e9d3b0", "heart": "#f6cfd0", "bomb": "#e4ddcb", "spikes": "#dcd3cb"}
DIE_PAINT = {
    Die.BLACK: (palette.CARD_INK, "#ffffff"),
    Die.YELLOW: ("#f2c230", palette.CARD_INK),
    Die.RED: (palette.COLOUR["red"], "#ffffff"),
}
SCENE_DICE = (palette.CARD, palette.CARD_INK)
NUMBERS_WIDTH = 18  # of the column with the numbers of the paths
PATH_HEIGHT = 33
SCENE_HEIGHT = 8 + PATHS * PATH_HEIGHT + 30
KEY_COLUMNS, KEY_LINE = 3, 23


def draw_stage(picture: Svg, view: View, x: float, y: float, width: float) -> None:
    """Draw the scenes, and below them the battle, the dice or pickups to choose from, or the names of the encounters."""
    table, below = view.table, y + SCENE_HEIGHT + 8
    step = (width - NUMBERS_WIDTH) / ROW
    for path in range(PATHS if table.row_size else 0):
        top = y + 5 + PATH_HEIGHT * path
        picture.text(x + 6, top + 21, path + 1, 13, text_anchor="middle", fill=palette.INK)
    for k in range(table.row_size):
        left = x + NUMBERS_WIDTH + step * k
        with picture.spot(f"scene-{k}", left, y - 2, step, SCENE_HEIGHT + 6):
            _draw_scene(picture, table, k, left + 1, y, step - 2)
    faces = [face + 1 for face in range(PATHS) for _ in range(table.rolled[face])]
    for k, face in enumerate(faces):
        with picture.spot(f"die-{face}", x + 4 + 40 * k, below, 36, 36):
            draw_die(picture, x + 22 + 40 * k, below + 18, face, *SCENE_DICE)
    if table.foe != NONE:
        _draw_battle(picture, table, x, below, width)
    elif any(table.pool):
        _draw_pool(picture, table, x, below, width)
    else:
        _draw_key(picture, table, x, below + (36 if faces else 4), width)


def _draw_scene(picture: Svg, table: Any, k: int, x: float, y: float, width: float) -> None:
    """Draw a scene card: six paths, with a frame around the chosen one; the emblems of a finished scene are pale."""
    picture.rect(x, y, width, SCENE_HEIGHT, rx=6, fill=SCENE, stroke=palette.CARD_BACK_EDGE, stroke_width=1.5)
    for path in range(PATHS):
        chosen, top = table.row_dice[k] == path + 1, y + 5 + PATH_HEIGHT * path
        edge = {"stroke": palette.GOLD, "stroke_width": 3.0} if chosen else {}
        with picture.spot(f"path-{k}-{path}", x + 1, top - 1, width - 2, PATH_HEIGHT - 1):
            words = encounters(table, table.row[k], path)
            picture.rect(x + 3, top, width - 6, PATH_HEIGHT - 3, rx=4, fill=path_paint(words), **edge)
            with picture.group(opacity=0.4 if k < table.scene else None):
                draw_encounters(picture, words, x + width / 2, top + PATH_HEIGHT / 2 - 1.5)
    if table.row_dice[k]:
        draw_die(picture, x + width / 2, y + SCENE_HEIGHT - 16, table.row_dice[k], *SCENE_DICE, 22)


def draw_encounters(picture: Svg, words: list[str], middle: float, y: float) -> None:
    """Draw the emblems of a path side by side."""
    for k, each in enumerate(words):
        draw_encounter(picture, middle + 22 * (k - (len(words) - 1) / 2), y, each, 0.85 if len(words) == 1 else 0.65)


def path_paint(words: list[str]) -> str:
    """Return the colour of a path; elemental battles have a stronger colour."""
    return PATH_PAINT.get(words[0], "#e8a7a0" if words[0].endswith("!") else "#f3d9b8") if words else SCENE


def draw_die(picture: Svg, x: float, y: float, face: int, fill: str, ink: str, size: float = 30) -> None:
    picture.rect(x - size / 2, y - size / 2, size, size, rx=size / 5, fill=fill, stroke=palette.INK, stroke_width=1.5)
    picture.text(x, y + size * 0.3, face, size * 0.75, text_anchor="middle", fill=ink)


def _draw_key(picture: Svg, table: Any, x: float, y: float, width: float) -> None:
    """Name the encounters of the scenes."""
    for k, words in enumerate(met_in(table)):
        row, column = divmod(k, KEY_COLUMNS)
        left, top = x + width / KEY_COLUMNS * column, y + KEY_LINE * row
        draw_encounter(picture, left + 12, top + 12, words, 0.7)
        picture.text(left + 28, top + 17, words, 12, fill=palette.INK)


def met_in(table: Any) -> list[str]:
    """List the kinds of encounters of the scenes in play, elemental minions as their kind."""
    rows = [encounters(table, table.row[k], path) for k in range(table.row_size) for path in range(PATHS)]
    return sorted({words.rstrip("!") for row in rows for words in row})


def _draw_pool(picture: Svg, table: Any, x: float, y: float, width: float) -> None:
    """Draw the pickups to choose from."""
    pool = [kind for kind in range(len(PICKUP_LABELS)) for _ in range(table.pool[kind])]
    for k, kind in enumerate(pool):
        row, column = divmod(k, 2)
        left, top = x + width / 2 * column, y + 42 * row
        with picture.part(f"pool-{kind}", left, top, width / 2 - 4, 40):
            draw_pickup(picture, left + 20, top + 20, kind, 1)
            picture.text(left + 42, top + 25, PICKUP_LABELS[kind], 13, fill=palette.INK)


def _draw_battle(picture: Svg, table: Any, x: float, y: float, width: float) -> None:
    """Draw the enemy with its health, the round, and the dice."""
    picture.rect(x, y, width, 122, rx=10, fill=palette.INSET)
    with picture.spot("foe", x, y, width, 86):
        draw_foe(picture, table, x + 8, y + 4, width - 16)
        picture.text(x + 12, y + 76, round_words(table), 13, fill=palette.INK)
    for k, (value, paint) in enumerate(battle_dice(table)):
        with picture.spot(f"rolled-{DIE_SIDES * paint + value}", x + 10 + 34 * k, y + 86, 32, 32):
            draw_die(picture, x + 26 + 34 * k, y + 102, value, *DIE_PAINT[Die(paint)], 28)


def draw_foe(picture: Svg, table: Any, x: float, y: float, width: float) -> None:
    """Draw the enemy, its name, and its health as a bar, in a box 54 high."""
    if table.foe < NUM_MINIONS:
        draw_encounter(picture, x + 22, y + 26, foe_name(table).removeprefix("elemental ") + "!" * bool(table.elemental), 1.3)
    else:
        draw_boss(picture, x + 22, y + 26, table.foe - NUM_MINIONS, 1.3)
    count = f"{table.minions} x " if table.foe < NUM_MINIONS else ""
    picture.text(x + 52, y + 22, f"{count}{foe_name(table)}", 18, fill=palette.RED_INK if table.elemental else palette.INK)
    whole = full_health(table) if table.foe >= NUM_MINIONS else max(table.minions, table.foe_health)
    bar = width - 118
    picture.rect(x + 52, y + 34, bar, 12, rx=6, fill=palette.RULE)
    left = table.foe_health or (0 if table.rounds else whole)  # before the first round the battle has no health yet
    if left:
        picture.rect(x + 52, y + 34, bar * left / whole, 12, rx=6, fill=palette.COLOUR["red"])
    picture.text(x + width, y + 45, f"{left} left", 13, text_anchor="end", fill=palette.INK)


def round_words(table: Any) -> str:
    """Describe the round, and all heights in a battle with flight."""
    height = f" · you fly at {table.height}" if table.height else ""
    flying = [f"{table.foe_heights[at]} at {at}" for at in range(1, len(table.foe_heights)) if table.foe_heights[at]]
    now = f"round {table.rounds}" if table.rounds else "before the first round"
    return f"{now}{height}" + (f" · enemies {', '.join(flying)}" if flying else "")


def battle_dice(table: Any) -> list[tuple[int, int]]:
    """Return the ten-sided dice of the round as pairs (value, Die)."""
    return [(table.dice[k], colour(table, k)) for k in range(len(table.dice)) if table.dice[k] != NONE]
