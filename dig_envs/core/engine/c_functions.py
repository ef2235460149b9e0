"""C functions of rules, bots and feature encoders: `enter_…` runs inside the function, `call_…` calls it from a kernel.

Each is compiled once, and kernels call it by its address. All arguments are 64-bit words: numbers and addresses.
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.rng import RNG

# Bound for each function.
deal = legal = apply = encode = write_observation = redeal = check = bot = encoder = lambda *_: None
address_of = array_at = call_at = part_at = blocks_of = lambda *_: None
STATE_DTYPE = TABLE_DTYPE = SEAT_DTYPE = np.dtype("i8")
BYTE, FLOAT = np.dtype("i1"), np.dtype("f4")
NUM_ACTIONS = SIZE = 0

# Indices into the addresses of the parts.
PART_DEAL, PART_LEGAL, PART_WRITE_OBSERVATION, PART_REDEAL, PART_CHECK, PART_APPLY = range(6)


@inlined
def state_at(address):
    return array_at(address, (1,), STATE_DTYPE)[0]


@inlined
def table_at(address):
    return array_at(address, (1,), TABLE_DTYPE)[0]


@inlined
def seat_at(address):
    return array_at(address, (1,), SEAT_DTYPE)[0]


# --- the parts of the rules


@compiled
def enter_deal(state):
    deal(state_at(state))
    return 0


@inlined
def call_deal(state):
    call_at(part_at(PART_DEAL), (address_of(state),))


@compiled
def enter_legal(table, seat, player, mask):
    legal(table_at(table), seat_at(seat), player, array_at(mask, (NUM_ACTIONS,), BYTE))
    return 0


@inlined
def call_legal(table, seat, player, mask):
    call_at(part_at(PART_LEGAL), (address_of(table), address_of(seat), player, address_of(mask)))


@compiled
def enter_apply(state, action):
    apply(state_at(state), action)
    return 0


@inlined
def call_apply(state, action):
    call_at(part_at(PART_APPLY), (address_of(state), action))


@compiled
def enter_observation(table, seat, player, out, size):
    row = array_at(out, (size,), FLOAT)
    write_observation(table_at(table), seat_at(seat), player, row)
    return 0


@inlined
def call_observation(table, seat, player, out):
    call_at(part_at(PART_WRITE_OBSERVATION), (address_of(table), address_of(seat), player, address_of(out), len(out)))


@inlined
def encode_row(table, seat, player, out):
    """Call an encoder that takes a row of floats."""
    encode(table, seat, player, out)


@inlined
def encode_blocks(table, seat, player, out):
    """Call an encoder that takes a record of blocks."""
    encode(table, seat, player, blocks_of(out))


@compiled
def enter_redeal(table, seat, player, seed, state):
    redeal(
        table_at(table),
        seat_at(seat),
        player,
        seed,
        state_at(state),
    )
    return 0


@inlined
def call_redeal(table, seat, player, seed, state):
    call_at(part_at(PART_REDEAL), (address_of(table), address_of(seat), player, seed, address_of(state)))


@compiled
def enter_check(state):
    return check(state_at(state))


@inlined
def call_check(state):
    return call_at(part_at(PART_CHECK), (address_of(state),))


# --- bots and feature encoders


@compiled
def enter_bot(table, seat, player, mask, rng):
    action = bot(table_at(table), seat_at(seat), player, array_at(mask, (NUM_ACTIONS,), BYTE), array_at(rng, (1,), RNG)[0])
    return np.int64(action)


@inlined
def call_bot(address, table, seat, player, mask, rng):
    """Return the action of the bot at an address."""
    return call_at(address, (address_of(table), address_of(seat), player, address_of(mask), address_of(rng)))


@compiled
def enter_features(table, seat, player, out):
    encoder(table_at(table), seat_at(seat), player, array_at(out, (SIZE,), FLOAT))
    return 0


@inlined
def call_features(address, table, seat, player, out, start):
    """Write features into out[start:] by the encoder at an address."""
    call_at(address, (address_of(table), address_of(seat), player, address_of(out[start:])))
