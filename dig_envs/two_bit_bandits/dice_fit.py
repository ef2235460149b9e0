"""Which die fits best on the next scene card, if the others go where the row then costs least."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.two_bit_bandits.blocks import DICE_AT, DIE_AT, PATH_FEATURES, PATH_PRICE, ROW_AT
from dig_envs.two_bit_bandits.components import PATHS, ROW

# Dice as a number, three bits each: one of each face; so many of face 1.
EVERY_FACE = np.int64(sum(face << 3 * face for face in range(PATHS)))
ALIKE = np.array([sum(1 << 3 * die for die in range(count)) for count in range(ROW + 1)])

SIZES = np.array([dice.bit_count() for dice in range(1 << ROW)], np.uint8)  # of sets of dice
MOST_PRICE = np.float32(ROW)
FIT = np.float32(50)  # points lost that halve a fit
A_FIT = np.float32(50 / 8000)  # in prices as they stand in an observation


@inlined
def dice_left(table, most):
    """The faces of dice to assign, of each face no more than `most`, three bits a die; and how many dice these are."""
    faces = np.int64(0)
    count = np.int64(0)
    for face in range(PATHS):
        alike = min(most, np.int64(table.rolled[face]))
        faces |= face * ALIKE[np.uint8(alike)] << 3 * count
        count += alike
    return faces, count


@inlined
def face_of(faces, die):
    return (faces >> 3 * die) & 7


@compiled
def encode_fits(faces, count, first, out):
    """Of these dice, on card `first`; from the prices of paths, written before. Sets are numbers, by their bits."""
    find_least_prices(faces, count, first, out)
    every = (1 << count) - 1
    least = np.float32(out[least_at(every)])
    for die in range(count):
        face = face_of(faces, die)
        lost = np.float32(out[price_at(first, face)]) + np.float32(out[least_at(every ^ 1 << die)]) - least
        out[fit_at(face)] = A_FIT / (A_FIT + max(np.float32(0), lost))
    for dice in range(1 << ROW):
        out[least_at(dice)] = 0.0


@inlined
def find_least_prices(faces, count, first, out):
    """Of each set of dice, on as many cards at the end of the row. Larger ones still are too dear, which spares a test."""
    for dice in range(1 << ROW):
        out[least_at(dice)] = MOST_PRICE
    out[least_at(np.int64(0))] = 0.0
    for dice in range(1, 1 << count):
        card = first + count - np.int64(SIZES[np.uint8(dice)])
        best = MOST_PRICE
        for die in range(ROW):
            best = min(best, out[least_at(dice ^ 1 << die)] + out[price_at(card, face_of(faces, die))])
        out[least_at(dice)] = best


@inlined
def fit_at(face):
    return np.uint32(DIE_AT + face)


@inlined
def least_at(dice):
    """Where the least price of a set of dice is kept for a while: with the dice of battles, as there is no battle then."""
    return np.uint32(DICE_AT + dice)


@inlined
def price_at(card, face):
    """Where the price of a path stands in an observation."""
    return np.uint32(ROW_AT + PATH_PRICE + (card * PATHS + face) * PATH_FEATURES)
