"""Test the feature set of 2-Bit Bandits: ranges, agreement with the expert, and other card sets."""

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.agents import features
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import Specialiser
from dig_envs.core.errors import OptionError
from dig_envs.core.game import NOBODY
from dig_envs.two_bit_bandits.card_set import SHIPPED
from dig_envs.two_bit_bandits.components import PLACES
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.state import Phase
from tests.support.catalogue import CASES, Case
from tests.support.play import MixedPlay, batch_of, random_actions

NAME = "two_bit_bandits_v0"
EXPERT = features.make("expert", game=NAME)
TABLES = 64
STEPS = 400
TEXT = SHIPPED.read_text()


def features_of(batch: Batch) -> dict[str, np.ndarray]:
    """Return the features of the deciding seats by block."""
    rows = np.flatnonzero(batch.players >= 0)
    return EXPERT.layout(batch.options).decode(batch.observations[rows, batch.num_facts :])


def merits_of_places(seen: dict[str, np.ndarray]) -> np.ndarray:
    return seen["stage_promises"].reshape(-1, PLACES, 3)[..., 2]


@pytest.mark.parametrize("case", [case for case in CASES if case.game == NAME], ids=lambda case: case.id)
def test_features_stay_in_range_and_agree_with_the_expert(case):
    """The expert chooses the die and the stage with the highest merits."""
    batch = batch_of(case, TABLES, seed=5, features=EXPERT)
    play, expert = MixedPlay(batch, seed=5), agents.make("expert", game=NAME)
    blocks_seen, dice, stages = set(), 0, 0
    for _ in range(STEPS):
        seen, decisions = features_of(batch), batch.decisions()
        blocks_seen.update(name for name, values in seen.items() if values.any())
        assert all(values.min() >= 0 and values.max() <= 1 for values in seen.values())
        chosen = expert.act(decisions)
        rows = np.flatnonzero(decisions.tables["phase"] == Phase.ASSIGN)
        assert (seen["die_merits"][rows].argmax(axis=1) == chosen[rows] - Action.ASSIGN).all()
        dice += len(rows)
        choosing = np.isin(decisions.tables["phase"], (Phase.EXPLORE, Phase.CHOOSE, Phase.PLAY_ON))
        rows = np.flatnonzero(choosing & (chosen < Action.STAGE + PLACES) & (merits_of_places(seen).any(axis=1)))
        assert (merits_of_places(seen)[rows].argmax(axis=1) == chosen[rows] - Action.STAGE).all()
        stages += len(rows)
        batch.step(play.actions(batch))
    assert blocks_seen == set(EXPERT.layout(batch.options).starts), "every block is non-zero at some time"
    assert min(dice, stages) > 500


def test_expert_and_features_share_one_induction_and_one_price_of_a_life():
    expert = agents.make("expert", game=NAME)
    parts = [set(Specialiser("test").reachable(one.function)) for one in (expert, EXPERT)]
    shared = {part.__name__ for part in parts[0] & parts[1] if ".valuation." in part.__module__}
    assert shared >= {"before_encounter", "price_of_death", "forecast_stage", "value_row", "value_dice"}


# --- other card sets


def written(tmp_path, old: str, new: str, count: int = 1) -> str:
    """Write a copy of the shipped set with one change."""
    assert old in TEXT
    file = tmp_path / "set.toml"
    file.write_text(TEXT.replace(old, new, count))
    return str(file)


@pytest.mark.rule("TB-3")
@pytest.mark.parametrize(
    ("old", "new", "name"),
    [("health_per_level = 4", "health_per_level = 5", "Shamandillos"), ('["heart"]', '["spikes"]', "scene cards")],
)
def test_a_set_with_other_scenes_or_shamandillos_is_rejected(tmp_path, old, new, name):
    path = written(tmp_path, old, new)
    with pytest.raises(OptionError, match=f"cards: .*set.toml: its {name} differ from the shipped set"):
        dig_envs.batch(NAME, num_tables=2, features="expert", cards=path)
    dig_envs.batch(NAME, num_tables=2, cards=path)


@pytest.mark.rule("TB-3")
def test_points_and_stages_are_those_of_the_cards_in_play(tmp_path):
    path = written(tmp_path, "points = 50\n", "points = 500\n", count=7)
    other, shipped = (dig_envs.batch(NAME, num_tables=8, seed=1, features="expert", **cards) for cards in ({"cards": path}, {}))
    generator = np.random.default_rng(0)
    differing = set()
    for _ in range(40):
        chosen = random_actions(shipped.masks, generator)
        for batch in (other, shipped):
            batch.step(chosen)
        seen, before = features_of(other), features_of(shipped)
        differing.update(name for name in seen if (seen[name] != before[name]).any())
    assert differing >= {"stage_promises", "best_stage", "path_worths", "rest_of_stage"}
    assert not differing & {"next_risk", "shamandillo_risk"}, "points cost no health"


@pytest.mark.rule("TB-3")
def test_a_file_with_the_shipped_cards_is_accepted(tmp_path):
    path = written(tmp_path, "N1", "N1")
    assert dig_envs.batch(NAME, num_tables=2, features="expert", cards=path).layout.size > 0


@pytest.mark.rule("TB-3")
def test_the_expert_plays_well_with_other_cards(tmp_path):
    """With harder Shamandillos, other points and other scenes, it still beats the greedy bot."""
    text = TEXT.replace("health_per_level = 3", "health_per_level = 5").replace("\npoints = 50", "\npoints = 20")
    file = tmp_path / "set.toml"
    file.write_text(text.replace('["heart"]', '["spikes"]'))
    batch = batch_of(Case(NAME, {"cards": str(file)}), 128, seed=4, deal_again=False)
    bots = [agents.make(name, game=NAME) for name in ("expert", "greedy")]
    for _ in range(6000):
        if not (batch.players >= 0).any():
            break
        decisions, rows = batch.decisions(), np.flatnonzero(batch.players >= 0)
        chosen = [bot.act(decisions) for bot in bots]
        held = np.full(batch.num_tables, NOBODY)
        held[rows] = np.where((rows + batch.players[rows]) % 2 == 0, *chosen)
        assert batch.masks[rows, held[rows]].all()
        batch.step(held)
    points = batch.states["table"]["points"][:, :2]
    tables = np.arange(len(points))
    wins = points[tables, tables % 2] > points[tables, 1 - tables % 2]
    assert wins.mean() > 0.7
