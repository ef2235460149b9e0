"""Test that the feature set `expert` of DIG agrees with the expert."""

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.agents.dig.features import FEATURES, LAYOUT
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.feature_names import find_features
from dig_envs.dig import GAME
from dig_envs.dig.components import COLOURS
from dig_envs.dig.state import Phase
from tests.support.catalogue import Case
from tests.support.dig_positions import Position
from tests.support.play import MixedPlay, batch_of


def features_of(table, seat, player: int) -> dict[str, np.ndarray]:
    """Return the features by name."""
    out = np.zeros(LAYOUT.size, np.float32)
    FEATURES["expert"][2](table, seat, player, view(out))
    assert out.min() >= 0.0 and out.max() <= 1.0
    return LAYOUT.decode(out)


def test_the_set_is_found_by_its_name():
    found = find_features(agents.features.make("expert", game="dig_v0"), GAME)
    assert found is not None and found.layout(GAME.parse_options()) == LAYOUT


@pytest.mark.parametrize("scents", [False, True])
def test_the_expert_chooses_the_put_back_with_the_largest_feature(scents):
    batch = batch_of(Case("dig_v0", {"scents": scents, "num_players": 3}), 6, seed=3)
    play = MixedPlay(batch, 3)
    expert = agents.make("expert", game="dig_v0")
    decided = 0
    for _ in range(25):
        batch.step(play.actions(batch))
        chosen = expert.act(batch.decisions(np.arange(6), play.generator))
        for row, player in enumerate(batch.players.tolist()):
            state = view(batch.states)[row]
            if state.table.phase != Phase.PUT:
                continue
            seen = features_of(state.table, state.seats[player], player)
            name = GAME.actions.name(int(chosen[row]))
            values = np.concatenate([seen["keep"], seen["put_back"]])
            assert values[0 if name == "keep" else 1 + COLOURS.index(name.removeprefix("place "))] == values.max()
            assert not seen["deliver"].any() and not seen["dig"].any()
            decided += 1
    assert decided > 8


def test_a_known_bone_of_the_most_valuable_colour_is_the_best_dig():
    game = Position("RED, red, green, GREEN, blue, purple", dogs=[3, 0]).do("dig", "place green", "end", "move 1", "end")
    seen = features_of(game.table, game.state.seats[0], 0)
    assert np.flatnonzero(seen["dig"]).tolist() == [0, 2, 3, 25] and not seen["keep"].any()
    assert seen["final_values"].argmax() == COLOURS.index("red")
