"""Play a stage: scene cards, dice, encounters, backing out, completion, loss of a life (TB-11…14, TB-18)."""

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Encounter, Pickup, Stage
from dig_envs.two_bit_bandits.rules import holdings
from dig_envs.two_bit_bandits.rules.actions import PAIRS, Action
from dig_envs.two_bit_bandits.rules.attack import begin_minions
from dig_envs.two_bit_bandits.rules.decks import draw_scene
from dig_envs.two_bit_bandits.rules.dice import roll_six
from dig_envs.two_bit_bandits.rules.foes import begin_boss, clear_battle
from dig_envs.two_bit_bandits.rules.holdings import Slot
from dig_envs.two_bit_bandits.rules.level_map import stage_at, update_reached
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status

TUMBLE_DAMAGE = 2


# --- set-up


@compiled
def set_up(state, scenes):
    """Lay scene cards in a row and roll the same number of dice (TB-11)."""
    table = state.table
    table.row_size = scenes
    for k in range(scenes):
        table.row[k] = draw_scene(state)
    for _ in range(scenes):
        table.rolled[roll_six(state) - 1] += 1
    table.phase = Phase.ASSIGN


@compiled
def legal_dice(table, player, mask):
    """Allow to assign any die that is left."""
    for face in range(components.PATHS):
        mask[Action.ASSIGN + face] = table.rolled[face] > 0


@compiled
def assign(state, action):
    """Put a die on the first scene card without a die."""
    table = state.table
    face = action - Action.ASSIGN + 1
    k = 0
    while table.row_dice[k] != 0:
        k += 1
    table.row_dice[k] = face
    table.rolled[face - 1] -= 1
    if k + 1 == table.row_size:
        table.phase = Phase.NEXT_SCENE


# --- before a scene


@compiled
def next_scene(state):
    """Begin the next scene, a hideout's battle, or the end of the stage (TB-12). Half a damage point is dropped (TB-17)."""
    table = state.table
    table.encounter = 0
    table.switched = 0
    table.half[table.active] = 0
    if battle_is_next(table) and stage_at(table, table.place) != Stage.HIDEOUT:
        table.phase = Phase.STAGE_DONE
    else:
        make_ready(state)


@compiled
def battle_is_next(table):
    """Return whether all scenes are finished."""
    return table.scene == table.row_size


@compiled
def make_ready(state):
    """Ask the active seat for preparations if it has choices; otherwise begin the scene."""
    table = state.table
    player = table.active
    if may_back_out(table, player) or may_switch(table, player) or may_prepare(table, player):
        table.phase = Phase.READY
    else:
        begin_scene(state)


@compiled
def begin_scene(state):
    """Begin the next scene, or the battle of a hideout."""
    table = state.table
    if battle_is_next(table):
        begin_boss(state)
    else:
        table.phase = Phase.ENCOUNTER


@compiled
def may_back_out(table, player):
    """Return whether the player may back out, which needs a finished scene (TB-12)."""
    return table.scene > 0 and may_leave_stages(table, player)


@compiled
def may_leave_stages(table, player):
    """Return whether the player may leave stages: not as the last Good Guy (TB-12), nor from the final battle on (TB-31)."""
    others = table.num_players == 1
    for p in range(table.num_players):
        others = others or (p != player and table.status[p] != Status.OUT)
    return others and table.final == Final.AHEAD


@compiled
def may_switch(table, player):
    """Return whether pickups may be switched: once, and only while one slot is active (TB-15)."""
    return (
        table.switched == 0 and table.pickups[player][Slot.STORED] != NONE and holdings.active_slots(table) < components.SLOTS
    )


@compiled
def may_prepare(table, player):
    """Return whether a pickup can be used before the scene; before a battle, its first round asks for that (TB-16)."""
    if battle_is_next(table):
        return False
    return (
        holdings.may_boost(table, player)
        or holdings.count_active(table, player, Pickup.STAR) > 0
        or may_play_tuba(table, player)
    )


@compiled
def may_play_tuba(table, player):
    """Return whether a Tuba is active and can swap or replace a scene card."""
    return holdings.count_active(table, player, Pickup.TUBA) > 0 and (table.scene + 1 < table.row_size or may_replace(table))


@compiled
def may_replace(table):
    """Return whether a scene card outside the row exists."""
    return table.row_size < table.faces.num_scenes


@compiled
def legal_ready(table, player, mask):
    """Allow to begin the scene, and the preparations that are possible (TB-12, TB-15…17)."""
    mask[Action.GO_ON] = 1
    mask[Action.BACK_OUT] = may_back_out(table, player)
    mask[Action.SWITCH] = may_switch(table, player)
    if not battle_is_next(table):
        holdings.legal_boosts(table, player, mask)
        mask[Action.SKIP] = holdings.count_active(table, player, Pickup.STAR) > 0
        if holdings.count_active(table, player, Pickup.TUBA) > 0:
            legal_tuba(table, mask)


@compiled
def legal_tuba(table, mask):
    """Allow swaps and replacements of unfinished scene cards (TB-17)."""
    for pair in range(len(PAIRS)):
        mask[Action.SWAP + pair] = table.scene <= PAIRS[pair, 0] and PAIRS[pair, 1] < table.row_size
    for k in range(table.scene, table.row_size):
        mask[Action.REPLACE + k] = may_replace(table)


@compiled
def prepare(state, action):
    """Begin the scene, or carry out a preparation and ask again."""
    table = state.table
    if action == Action.GO_ON:
        begin_scene(state)
    elif action == Action.BACK_OUT:
        back_out(table)
    elif action == Action.SKIP:
        skip(table)
    else:
        if action == Action.SWITCH:
            switch(table)
        elif action < Action.SKIP:
            holdings.boost(table, table.active, action)
        elif action < Action.REPLACE:
            swap_scenes(table, action - Action.SWAP)
        else:
            replace_scene(state, action - Action.REPLACE)
        make_ready(state)


@compiled
def switch(table):
    """Exchange the active and the stored pickup (TB-15)."""
    held = table.pickups[table.active]
    held[Slot.ACTIVE], held[Slot.STORED] = held[Slot.STORED], held[Slot.ACTIVE]
    table.switched = 1


@compiled
def skip(table):
    """Use a Sheriff Star to skip the next scene, which counts as finished (TB-17)."""
    holdings.use_up(table, table.active, Pickup.STAR)
    table.scene += 1
    table.phase = Phase.NEXT_SCENE


@compiled
def swap_scenes(table, pair):
    """Use a Tuba to swap two scene cards; dice keep their positions (TB-17)."""
    holdings.use_up(table, table.active, Pickup.TUBA)
    first, second = PAIRS[pair, 0], PAIRS[pair, 1]
    table.row[first], table.row[second] = table.row[second], table.row[first]


@compiled
def replace_scene(state, k):
    """Use a Tuba to replace a scene card by the next card of the deck (TB-17)."""
    table = state.table
    holdings.use_up(table, table.active, Pickup.TUBA)
    card = draw_scene(state)
    table.scene_discard[table.row[k]] = 1
    table.row[k] = card


@compiled
def back_out(table):
    """Leave the stage without its points; the pawn returns (TB-12), and an active Pie restores health (TB-17)."""
    player = table.active
    table.pawn[player] = table.came_from
    table.health[player] = max(table.health[player], components.BACKED_OUT_HEALTH)
    if holdings.count_active(table, player, Pickup.PIE) > 0:
        table.health[player] = table.max_health
    clear_stage(table)
    table.phase = Phase.TURN_OVER


# --- encounters


@compiled
def next_encounter(state):
    """Begin the next encounter of the path; after the last, finish the scene (TB-13)."""
    table = state.table
    code = NONE
    if table.encounter < components.ENCOUNTERS_A_PATH:
        scene = table.scene
        code = table.faces.scenes[table.row[scene]][table.row_dice[scene] - 1][table.encounter]
    if code <= Encounter.NONE:
        table.scene += 1
        table.phase = Phase.NEXT_SCENE
    else:
        table.encounter += 1
        begin_encounter(state, code)


@compiled
def begin_encounter(state, code):
    """Carry out an encounter (TB-13)."""
    table = state.table
    if code == Encounter.BARREL:
        holdings.take_new(state, 1, Phase.ENCOUNTER)
    elif code == Encounter.HEART:
        holdings.gain_health(table, table.active, 1)
    elif code == Encounter.TUMBLE_BOMB:
        holdings.damage(table, TUMBLE_DAMAGE, Phase.ENCOUNTER)
    elif code == Encounter.SPIKES:
        holdings.damage(table, roll_six(state), Phase.ENCOUNTER)
    else:
        begin_minions(state, (code - Encounter.BATTLE) % components.NUM_MINIONS, code >= Encounter.ELEMENTAL)


# --- the end of a stage


@compiled
def complete_stage(state):
    """Score the stage (TB-14) and mark it as done (TB-10)."""
    table = state.table
    card = table.place // components.STAGES_A_CARD
    table.points[table.active] += table.tentative + components.BONUS_OF[stage_at(table, table.place)]
    table.done[card][table.place % components.STAGES_A_CARD] = 1
    update_reached(table)
    clear_stage(table)
    table.phase = Phase.TURN_OVER


@compiled
def lose_life(table):
    """End a life: spend a continue, or the Good Guy is out (TB-18). An undefeated Shamandillo stays on its deck (TB-23)."""
    player = table.active
    holdings.discard_all(table, player)
    clear_battle(table)
    clear_stage(table)
    table.health[player] = 0
    table.pawn[player] = 0
    if table.continues[player] > 0:
        table.continues[player] -= 1
    else:
        table.status[player] = Status.OUT
    table.phase = Phase.TURN_OVER


@compiled
def clear_stage(table):
    """Discard the row and clear the fields of the stage."""
    for k in range(components.ROW):
        if table.row[k] != NONE:
            table.scene_discard[table.row[k]] = 1
        table.row[k] = NONE
        table.row_dice[k] = 0
    table.row_size = 0
    table.scene = 0
    table.encounter = 0
    table.switched = 0
    table.tentative = 0
    table.half[table.active] = 0
    table.place = NONE
    table.came_from = NONE
