"""The words of Dig Dig: questions, actions, their results, and one sentence for each part of the picture."""

from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUMBERS, Card
from dig_envs.dig_dig.drawing import hand_of, wanted
from dig_envs.dig_dig.rules import Action, cards_left, total
from dig_envs.dig_dig.state import NONE, Phase
from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.changes import differences, named_counts, subject
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

MINUTES = 5  # of a game against the expert, at 5 seconds a decision


def may_be_shown(view: View) -> bool:
    """Return True: no decision is secret."""
    return True


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    me = table.active
    if table.phase == Phase.SET_UP:
        return f"Choose your face-up card {total(table.picks) + 1} of {table.row}."
    if table.phase == Phase.OPENING:
        return "You begin, with your lowest number if you have one. Which cards do you play?"
    if table.hand_size[me]:
        return "Which cards do you play from your hand?"
    return "Which face-up card do you play?" if total(table.face_up[me]) else "Which blind card do you turn over?"


def progress(view: View) -> str:
    """Count the players with cards, of whom the last one loses, and the cards of the deck."""
    table = view.table
    players = sum(1 for seat in range(table.num_players) if cards_left(table, seat))
    return f"{players} of {table.num_players} players in, {table.deck_size} in the deck"


NUMBER = "A {number}: it fits on the same or a lower number, and four of them on top clear the pile."
POWERS = {
    Card.BOOM: "BOOM: the whole pile goes to the compost and its player plays again, but it does not fit on a NINJA.",
    Card.LIMBO: "LIMBO: it fits on a 5 or higher, and the next number must be 5 or lower.",
    Card.DROP: "DROP: it fits on everything, and the next number can be anything.",
    Card.NINJA: "NINJA: it fits on everything and is invisible, so the card below it still counts.",
}
UNKNOWN = "The cards of {name} that you do not know."
BLIND = "A blind card of {name}: nobody looks at it before it is turned over, after all other cards are gone."
DECK = "The draw deck: after a play, a player with fewer than three cards draws up to three."
PILE = "The pile: play the same number or a higher one on its top card, or a power card."


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    kind, *numbers = part.split("-", 2)
    if kind == "deck":
        return DECK
    if kind == "pile":
        return f"{PILE[:-1]} ({wanted(view)})." if wanted(view) else PILE
    name = view.name(int(numbers[0]))
    if kind == "blind":
        return BLIND.format(name=name)
    card = int(numbers[-1])
    return UNKNOWN.format(name=name) if card == NONE else card_in_words(card)


def card_in_words(kind: int) -> str:
    """Describe a card in one sentence."""
    return NUMBER.format(number=kind + 1) if kind < NUMBERS else POWERS[Card(kind)]


def _card(kind: int) -> str:
    return KIND_NAMES[kind] if kind < NUMBERS else KIND_NAMES[kind].upper()


def _play(view: View, play: int) -> str:
    number, more = divmod(play, COPIES)
    return f"play {('', 'two ', 'three ', 'four ')[more]}{_card(number)}{'s' if more else ''}"


def _own_card(view: View, kind: int) -> tuple[str, ...]:
    me = view.table.active
    return (f"{'hand' if view.table.hand_size[me] else 'row'}-{me}-{kind}",)


ACTIONS = ActionTexts(
    {
        Action.PLAY: ActionWords(
            label=_play,
            help="It goes on the pile, and you draw up to three cards while the deck lasts.",
            targets=lambda view, play: _own_card(view, play // COPIES),
        ),
        Action.POWER: ActionWords(
            label=lambda view, power: f"play {_card(NUMBERS + power)}",
            help=lambda view, power: POWERS[Card(NUMBERS + power)],
            targets=lambda view, power: _own_card(view, NUMBERS + power),
        ),
        Action.BLIND: ActionWords(
            label=lambda view, at: f"turn over blind card {at + 1}",
            help="If the card fits, it is played; if not, you take it and the whole pile in hand.",
            targets=lambda view, at: (f"blind-{view.table.active}-{at}",),
        ),
        Action.PICK_UP: ActionWords(
            label="pick up the pile", help="No card of yours fits, so you take the whole pile in hand.", targets=("pile",)
        ),
        Action.LAY: ActionWords(
            label=lambda view, kind: f"lay {_card(kind)} face up",
            help="It lies face up in your row, which you play when the deck and your hand are empty.",
            targets=_own_card,
        ),
    }
)


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe the blind card that was turned over, the pile, the cards drawn, and a player that went out."""
    words = []
    table = after.table
    player = before.table.active
    if sum(before.table.blind[player]) > sum(table.blind[player]):
        fits = "" if table.last_count else ", which did not fit"
        words.append(f"{subject(after, player, mover)}turned over {_card(table.last_kind)}{fits}")
    if not table.last_count and before.table.phase != Phase.SET_UP:
        words.append(f"{subject(after, player, mover)}took {pluralized(before.table.pile_size, 'card')}")
    if sum(table.compost) > sum(before.table.compost):
        words.append("the pile went to the compost")
    words += _drawn(before, after, player, mover)
    if table.place[player] > before.table.place[player]:
        words.append(f"{subject(after, player, mover)}went out")
    return words


def _drawn(before: View, after: View, player: int, mover: int | None) -> list[str]:
    """Describe the number of cards drawn, and for the player who drew them their kinds."""
    drawn = before.table.deck_size - after.table.deck_size
    if drawn <= 0:
        return []
    if after.seat != player:
        return [f"{subject(after, player, mover)}drew {pluralized(drawn, 'card')}"]
    kept = list(hand_of(before, player).known)
    kept[after.table.last_kind] -= after.table.last_count
    new = differences(kept, hand_of(after, player).known)
    cards = named_counts(new, [_card(kind) for kind in range(len(KIND_NAMES))])
    return [f"{subject(after, player, mover)}drew {', '.join(cards)}"]
