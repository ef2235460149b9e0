"""Begin and end a turn, and choose the Bonus action and the steps of the main action (DB-13, DB-17 to DB-19)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import CHARACTERS, Back, Card, is_doodad, is_tool
from dig_envs.digging_bandits.rules.actions import KIND_OF_PLAY, PLAY_OF, Action, anyone_exposed, turns_in
from dig_envs.digging_bandits.rules.cards import use
from dig_envs.digging_bandits.rules.dig import begin_digging_hand, may_begin_with, may_dig_here
from dig_envs.digging_bandits.rules.doodads import can_use_bonus, legal_bonus, play_bonus
from dig_envs.digging_bandits.rules.frames import announce, ask, become, pop, push
from dig_envs.digging_bandits.rules.immediate import draw_card
from dig_envs.digging_bandits.rules.loot import can_play_outlaw, play_lasso, play_outlaw
from dig_envs.digging_bandits.rules.move import can_build, in_town, play_bridge
from dig_envs.digging_bandits.rules.town import can_turn_in, cash_in, finish_game, turn_in
from dig_envs.digging_bandits.rules.trade import play_trade
from dig_envs.digging_bandits.state import NONE, Event, FrameKind, Step


@compiled
def begin_turn(state, player, encore):
    """Begin a turn of a player, which is an encore after DOUBLE-TIME."""
    table = state.table
    table.active = player
    table.encore = encore
    table.landed = 0
    table.arrested = 0
    table.step = Step.NONE
    table.bonus = 0
    table.playing = NONE
    table.dice[0] = 0
    table.dice[1] = 0
    push(state, FrameKind.MOVE, player)


# --- ENCORE: the turn is over


@compiled
def end_or_encore(state, player):
    """Ask a player who holds DOUBLE-TIME; otherwise end the turn (DB-19). Returns whether a seat is asked."""
    if state.seats[player].hand[Card.DOUBLE_TIME] > 0:
        return ask(state, player)
    end_turn(state, player, 0)
    return False


@compiled
def legal_encore(table, seat, player, mask):
    """Write the two choices at the end of a turn: play DOUBLE-TIME or not (DB-19)."""
    mask[PLAY_OF[Card.DOUBLE_TIME]] = 1
    mask[Action.END_TURN] = 1


@compiled
def decide_encore(state, player, action):
    """End the turn, or announce DOUBLE-TIME; others may stop it (DB-45)."""
    if action == Action.END_TURN:
        end_turn(state, player, 0)
    else:
        use(state, player, Card.DOUBLE_TIME)
        announce(state, Event.ENCORE, player, NONE, Card.DOUBLE_TIME)


@compiled
def end_turn(state, player, again):
    """Begin another turn of the same or the next player in the game; truncate the game at the turn limit (DB-60)."""
    table = state.table
    table.turn += 1
    if table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)
    else:
        pop(state)
        begin_turn(state, player if again else next_player(table, player), again)


@compiled
def take_encore(state, player, victim, detail):
    """Begin the turn of a DOUBLE-TIME that nobody stopped (DB-19)."""
    end_turn(state, player, 1)


@compiled
def lose_encore(state, player, victim, detail):
    """End the turn of a player whose DOUBLE-TIME was stopped."""
    end_turn(state, player, 0)


@compiled
def next_player(table, player):
    """Return the next player clockwise who is in the game."""
    following = (player + 1) % table.num_players
    while table.out[following]:
        following = (following + 1) % table.num_players
    return following


# --- ACTION: the Bonus action, then the steps of the main action


@compiled
def act_or_end(state, player):
    """Ask for the next action, or end the turn if no action is possible (DB-18). Returns whether a seat is asked."""
    if can_act(state.table, state.seats[player], player):
        return ask(state, player)
    become(state, FrameKind.ENCORE)
    return False


@compiled
def can_act(table, seat, player):
    """Return whether a step of the main action, or a Bonus action, is possible in this turn."""
    if can_pick_up(table):
        return True
    if table.step == Step.WIN or table.step == Step.PICK_UP:
        return can_win(table, seat, player)
    return can_win(table, seat, player) or can_play(table, seat, player) or can_begin(table, seat, player)


@compiled
def can_begin(table, seat, player):
    """Return whether a Bonus action or a dig is possible: only before the first step of the main action (DB-18)."""
    if table.step != Step.NONE:
        return False
    return can_dig(table, seat, player) or (not table.bonus and can_use_bonus(table, seat, player))


@compiled
def is_ahead(table, step):
    """Return whether a step of the main action was neither begun nor passed (DB-18). Steps come in the order of `Step`."""
    return table.step < step


@compiled
def can_pick_up(table):
    """Return whether a pick-up is possible (DB-44)."""
    return is_ahead(table, Step.PICK_UP) and (table.deck_size[Back.DIG] > 0 or table.deck_size[Back.DRAW] > 0)


@compiled
def can_win(table, seat, player):
    """Return whether GOLD or a WANTED pair can be turned in here (DB-18)."""
    if not in_town(table, player):
        return False
    for character in range(len(CHARACTERS)):
        if can_turn_in(table, seat, player, character):
            return True
    return seat.hand[Card.GOLD] > 0


@compiled
def may_play(table, kind):
    """Return whether a Draw card of a kind may be played: one card, or several BRIDGEs or OUTLAWs (DB-25)."""
    return is_ahead(table, Step.PLAY) or (table.step == Step.PLAY and table.playing == kind)


@compiled
def can_play(table, seat, player):
    """Return whether a Draw card can be played and has a target; TRADE needs none (DB-18)."""
    return (
        (may_play(table, Card.TRADE) and seat.hand[Card.TRADE] > 0)
        or (may_play(table, Card.LASSO) and seat.hand[Card.LASSO] > 0 and anyone_exposed(table, player))
        or (may_play(table, Card.OUTLAW) and can_play_outlaw(table, seat, player))
        or (may_play(table, Card.BRIDGE) and can_build(table, seat, player))
    )


@compiled
def can_dig(table, seat, player):
    """Return whether a player can begin a DIGGING HAND at its place."""
    if not may_dig_here(table, player):
        return False
    for kind in range(Card.SHOVEL, Card.MINING_SITE + 1):
        if may_begin_with(table, seat, player, kind):
            return True
    return seat.hand[Card.SPOON] > 0


@compiled
def legal_action(table, seat, player, mask):
    """Write the next actions of a turn: Bonus action, steps of the main action, or the end of the turn (DB-17, DB-18)."""
    if table.step == Step.NONE:
        if not table.bonus:
            legal_bonus(table, seat, player, mask)
        legal_first_tool(table, seat, player, mask)
    mask[PLAY_OF[Card.TRADE]] = may_play(table, Card.TRADE) and seat.hand[Card.TRADE] > 0
    mask[PLAY_OF[Card.LASSO]] = may_play(table, Card.LASSO) and seat.hand[Card.LASSO] > 0 and anyone_exposed(table, player)
    mask[PLAY_OF[Card.OUTLAW]] = may_play(table, Card.OUTLAW) and can_play_outlaw(table, seat, player)
    mask[PLAY_OF[Card.BRIDGE]] = may_play(table, Card.BRIDGE) and can_build(table, seat, player)
    mask[Action.PICK_UP] = can_pick_up(table)
    if in_town(table, player):
        mask[Action.CASH_IN] = seat.hand[Card.GOLD] > 0
        for character in range(len(CHARACTERS)):
            mask[Action.TURN_IN + character] = can_turn_in(table, seat, player, character)
    mask[Action.END_TURN] = table.step != Step.NONE or not can_do_main(table, seat, player)


@compiled
def can_do_main(table, seat, player):
    """Return whether a step of the main action is possible. If so, at least one must be taken (DB-18)."""
    return can_pick_up(table) or can_win(table, seat, player) or can_play(table, seat, player) or can_dig(table, seat, player)


@compiled
def legal_first_tool(table, seat, player, mask):
    """Write the cards that may begin a DIGGING HAND at the player's place."""
    if may_dig_here(table, player):
        for kind in range(Card.SHOVEL, Card.MINING_SITE + 1):
            if may_begin_with(table, seat, player, kind):
                mask[PLAY_OF[kind]] = 1
        mask[PLAY_OF[Card.SPOON]] = seat.hand[Card.SPOON] > 0


@compiled
def decide_action(state, player, action):
    table = state.table
    if action == Action.PICK_UP:
        table.step = Step.PICK_UP
        announce(state, Event.PICK_UP, player, NONE, 0)  # DB-43
    elif action == Action.END_TURN:
        become(state, FrameKind.ENCORE)
    elif action == Action.CASH_IN:
        cash_in(state, player)
    elif turns_in(action):
        table.step = Step.WIN
        turn_in(state, player, action - Action.TURN_IN)
    else:
        play_in_turn(state, player, KIND_OF_PLAY[action - Action.PLAY])


@compiled
def play_in_turn(state, player, kind):
    """Play a tool, a Draw card of the main action, or a Doodad of the Bonus action."""
    if is_tool(kind):
        begin_digging_hand(state, player, kind)
    elif is_doodad(kind):
        play_bonus(state, player, kind)
    else:
        state.table.step = Step.PLAY
        play_draw_card(state, player, kind)


@compiled
def play_draw_card(state, player, kind):
    if kind == Card.BRIDGE:
        play_bridge(state, player)
    elif kind == Card.OUTLAW:
        play_outlaw(state, player)
    elif kind == Card.LASSO:
        play_lasso(state, player)
    else:
        play_trade(state, player)


@compiled
def pick_up(state, player, victim, detail):
    """Draw a Dig card, then a Draw card (DB-44)."""
    draw_card(state, player, Back.DIG)
    draw_card(state, player, Back.DRAW)
