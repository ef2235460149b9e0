"""Test that the colours of players and kinds are distinguishable with colour-blindness. Pictures show a letter too."""

from itertools import combinations

import numpy as np
import pytest

from dig_envs.render.palette import COLOUR, PLAYERS

NEAR = 10.0  # CIELAB units: colours at least this far apart are distinguishable at a glance
# Matrices for linear RGB. Machado, Oliveira, Fernandes 2009: "A physiologically-based model for simulation of color vision
# deficiency".
COLOUR_VISIONS = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(colour, vision):
    """Return the CIELAB coordinates of a colour such as "#d13f3f" as seen with this colour vision, float64 (3,)."""
    part = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(np.array(COLOUR_VISIONS[vision]) @ linear, 0, 1) / TO_XYZ.sum(axis=1)
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
@pytest.mark.parametrize("colours", [tuple(fur for fur, _ in PLAYERS), tuple(COLOUR.values())], ids=["players", "kinds"])
def test_colours_are_distinguishable(colours, vision):
    apart = {(a, b): np.linalg.norm(seen(a, vision) - seen(b, vision)) for a, b in combinations(colours, 2)}
    assert min(apart.values()) > NEAR, min(apart, key=apart.get)


def test_the_simulation_brings_red_and_green_close_for_deuteranopia():
    apart = [np.linalg.norm(seen("#d13f3f", vision) - seen("#7a7a00", vision)) for vision in ("full", "deuteranopia")]
    assert apart[0] > 60 and apart[1] < 20
