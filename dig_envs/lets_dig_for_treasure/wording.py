"""The words of Let's Dig for Treasure: questions, actions, their results, and one sentence for each part of the picture."""

from collections.abc import Callable

from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.drawing import tops_seen
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.changes import differences, named_counts, point_changes, subject
from dig_envs.render.view import PUBLIC, View
from dig_envs.utils.text import pluralized

MINUTES = 4  # of a game against the expert, at 5 seconds a decision


def may_be_shown(view: View) -> bool:
    """Return False while another seat decides in secret about its Dog (LD-12)."""
    active = view.table.active
    return view.seat == active or view.record.seats[active].skeleton == NONE


def progress(view: View) -> str:
    """Count the cards of the smallest stack, whose last card ends the game."""
    table = view.table
    sizes = [table.stack_size[stack] for stack in range(len(table.stack_size)) if not table.destroyed[stack]]
    return f"{pluralized(min(sizes, default=0), 'card')} in the smallest stack"


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if view.record.seats[table.active].skeleton != NONE:
        return "You dug up an Evil Skeleton. Use one of your Dogs?"
    card = "" if table.card == NONE else components.NAMES[table.card]
    return {
        Phase.DIG: "Keep digging, or stop and score your cards?" if table.digs else "Which stack do you dig in?",
        Phase.PLAYER: f"{card}: which player do you choose?",
        Phase.ORDER: "Which effect do you resolve next?",
        Phase.STACK: f"{card}: which stack do you look at?",
        Phase.TAKE: f"{card}: which of these cards do you score?",
        Phase.PUT_BACK: f"{card}: put the cards back. Which card comes next, counted from the top?",
        Phase.STEAL: "Which card do you steal?",
    }[Phase(table.phase)]


UNKNOWN = "A card that you do not know."
WHEN = {
    components.When.NEVER: "",
    components.When.DUG: "when it is dug up, ",
    components.When.SCORED: "when it is scored, ",
    components.When.IN_PILE: "in a pile, ",
    components.When.END: "at the end, ",
}
STACK = "Stack {number}: dig here to turn up its top card, and when a stack is empty, the game ends after that turn."
DANGER = "How many Skeletons and Worms are among the cards that were not shown to all players yet, destroyed cards included."
DESTROYED = "Stack {number}: a Land Mine has destroyed it, which does not end the game."
DUG = "The cards of this turn: they go to the pile if the player stops in time, and are lost in a bust."
SEAT = "{name} has {points} as far as you know, and the pile has {cards}."


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    kind, *numbers = part.split("-")
    if kind == "stack":
        stack = int(numbers[0])
        return (DESTROYED if view.table.destroyed[stack] else STACK).format(number=stack + 1)
    if kind == "top":
        card = tops_seen(view, int(numbers[0]))[int(numbers[1])]
        return UNKNOWN if card is None else card_in_words(card)
    if kind == "danger":
        return DANGER
    if kind == "seat":
        p = int(numbers[0])
        size = view.table.pile_size[pile_of(view.table, p)]
        points = pluralized(int(view.figures[p]), "point")
        return SEAT.format(name=view.name(p), points=points, cards=pluralized(size, "card"))
    return card_in_words(int(numbers[-1])) if numbers else DUG


def card_in_words(kind: int) -> str:
    """Describe a card in one sentence: its points and its effect."""
    card = components.CARDS[kind]
    points = pluralized(card.points, "point")
    if card.effect == components.Effect.NONE:
        return f"{card.name}: {points} at the end."
    effect = components.IN_WORDS[card.effect].format(bonus=card.bonus, partner=card.partner)
    return f"{card.name} ({points}): {WHEN[card.when]}{effect}."


def _choose(view: View, at: int) -> str:
    card, name = view.table.card, view.name(_chosen(view, at))
    return f"steal from {name}" if card == components.HAT else f"give {components.NAMES[card]} to {name}"


def _chosen(view: View, at: int) -> int:
    return (view.table.active + at + 1) % view.table.num_players


def _own_pile(view: View, kind: int) -> tuple[str, ...]:
    return (f"pile-{pile_of(view.table, view.table.active)}-{kind}",)


def _looked_at(view: View, place: int) -> int | None:
    return tops_seen(view, view.table.stack)[place]


def _looked_at_label(words: str) -> Callable[[View, int], str]:
    """Return a function that names a card looked at in these words."""

    def label(view: View, place: int) -> str:
        kind = _looked_at(view, place)
        return words.format(f"card {place + 1}" if kind is None else components.NAMES[kind])

    return label


def _looked_at_in_words(view: View, place: int) -> str:
    kind = _looked_at(view, place)
    return UNKNOWN if kind is None else card_in_words(kind)


def _top(view: View, place: int) -> tuple[str, ...]:
    return (f"top-{view.table.stack}-{place}",)


def _loot(loot: int) -> int:
    """Return the kind of a card that the Pirate Hat may steal."""
    return components.DOG if loot == components.USED_DOG else loot


def _stolen_from(view: View, loot: int) -> tuple[str, ...]:
    seats = range(view.table.num_players)
    return tuple(f"pile-{p}-{_loot(loot)}" for p in seats if pile_of(view.table, p) == view.table.victim)


ACTIONS = ActionTexts(
    {
        Action.DIG: ActionWords(
            label=lambda view, stack: f"dig in stack {stack + 1}",
            help="The top card of this stack comes up, and a Skeleton, a second Worms or the Waste busts you.",
            targets=lambda view, stack: (f"stack-{stack}",),
        ),
        Action.STOP: ActionWords(
            label="stop and score",
            help="All cards of this turn go to your pile, and your turn ends after their effects.",
            targets=("dug",),
        ),
        Action.USE_DOG: ActionWords(
            label="use a Dog against the Skeleton",
            help="The Dog chases the Skeleton away, once, and you may dig on.",
            targets=lambda view, _: _own_pile(view, components.DOG),
        ),
        Action.NO_DOG: ActionWords(
            label="bust without using a Dog", heard=None, help="You lose the cards of this turn, and your Dog stays unused."
        ),
        Action.CHOOSE: ActionWords(
            label=_choose,
            help="The card concerns the pile of this player.",
            targets=lambda view, at: (f"seat-{_chosen(view, at)}",),
        ),
        Action.RESOLVE: ActionWords(
            label=lambda view, effect: f"use {components.NAMES[components.SCORE_KINDS[effect]]} next",
            help=lambda view, effect: card_in_words(int(components.SCORE_KINDS[effect])),
            targets=lambda view, effect: _own_pile(view, int(components.SCORE_KINDS[effect])),
        ),
        Action.LOOK: ActionWords(
            label=lambda view, stack: f"look at stack {stack + 1}",
            help="You look at the top cards of this stack, in secret.",
            targets=lambda view, stack: (f"stack-{stack}",),
        ),
        Action.SCORE: ActionWords(
            label=_looked_at_label("score {}"), heard="score one of the cards", help=_looked_at_in_words, targets=_top
        ),
        Action.PUT: ActionWords(
            label=_looked_at_label("put back {} next"),
            heard="put one of the cards back",
            help="This card lies next, counted from the top of the stack.",
            targets=_top,
        ),
        Action.STEAL: ActionWords(
            label=lambda view, loot: f"steal {components.LOOT_NAMES[loot]}",
            heard="steal a card",
            help=lambda view, loot: card_in_words(_loot(loot)),
            targets=_stolen_from,
        ),
    }
)


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe cards dug up, a bust, cards looked at, a card stolen, and the points."""
    table = after.table
    up = named_counts(differences(table.unseen, before.table.unseen), components.NAMES)
    words = [", ".join(up)] if up else []
    if up and table.busted != NONE:
        words.append(f"{subject(after, table.busted, mover)}busted")
    if before.table.phase == Phase.STACK and table.stack != NONE:
        tops = [components.NAMES[kind] for kind in tops_seen(after, table.stack) if kind is not None]
        words += [f"from the top: {', '.join(tops)}"] if tops else []
    return [*words, *_stolen(before, after), *point_changes(before, after, mover)]


def _stolen(before: View, after: View) -> list[str]:
    """Name the stolen card to its former owner."""
    if after.seat == PUBLIC or after.seat == before.table.active:
        return []
    old, new = (view.record.seats[view.seat].stolen for view in (before, after))
    return [f"it was {components.LOOT_NAMES[new]}"] if new not in (NONE, old) else []
