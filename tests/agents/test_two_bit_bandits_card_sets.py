"""The scripted bots of 2-Bit Bandits choose legal actions under random card sets, and the states stay sound."""

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.agent import Decisions
from dig_envs.two_bit_bandits import GAME, components
from dig_envs.two_bit_bandits.card_set import SHIPPED, load_cards
from tests.support.catalogue import Case
from tests.support.play import batch_of, broken, random_actions
from tests.support.two_bit_bandits_positions import Position

BOTS = ("greedy", "expert")
NOISE = 0.1  # share of random actions, so that bots come into unusual positions
OPTIONS = (
    {"num_players": 1, "length": "easy", "max_turns": 60},
    {"num_players": 2, "length": "easy", "max_turns": 80},
    {"num_players": 4, "length": "epic", "max_health": 6, "max_turns": 150},
)


class CardSetWriter:
    """Draws card sets at random, from all that `load_cards` accepts."""

    def __init__(self, seed: int):
        self.generator = np.random.default_rng(seed)

    def written(self, path) -> str:
        """Write a random card set to a file and return the file's path."""
        path.write_text("\n".join([*self._levels(), *self._scenes(), *self._pickups(), *self._enemies()]))
        load_cards(path)
        return str(path)

    def _number(self, minimum: int, maximum: int) -> int:
        return int(self.generator.integers(minimum, maximum + 1))

    def _levels(self) -> list[str]:
        needed = [
            components.Stage.SALOON,
            *[None] * components.ORDINARY_LEVELS,
            *[components.Stage.HIDEOUT] * components.HIDEOUTS,
        ]
        favourite = self._number(
            components.Stage.NONE, len(components.STAGE_NAMES) - 1
        )  # many stages of one kind make unusual maps
        return [self._level(card, components.LEVEL_NAMES[card], stage, favourite) for card, stage in enumerate(needed)]

    def _level(self, card: int, name: str, needed: components.Stage | None, favourite: int) -> str:
        allowed = [stage for stage in range(len(components.STAGE_NAMES)) if stage != components.Stage.HIDEOUT]
        stages = [int(self.generator.choice(allowed)) for _ in range(self._number(1, components.STAGES_A_CARD))]
        if favourite != components.Stage.HIDEOUT:
            stages = [favourite if self.generator.random() < 0.4 else stage for stage in stages]
        if needed is not None:
            stages[self._number(0, len(stages) - 1)] = needed
        trunk, *spurs = (components.STAGE_NAMES[stage] for stage in stages)
        exits = "".join(side for side in components.SIDES if self.generator.random() < 0.5 and (side != "S" or card == 0))
        return f'[[level]]\nname = "{name}"\ntrunk = "{trunk}"\nspurs = {spurs}\nexits = "{exits}"'

    def _scenes(self) -> list[str]:
        return [
            f"[[scene]]\npaths = {[self._path() for _ in range(components.PATHS)]}"
            for _ in range(self._number(components.MIN_SCENES, components.SCENES))
        ]

    def _path(self) -> list[str]:
        return [
            str(self.generator.choice(components.ENCOUNTER_NAMES[1:]))
            for _ in range(self._number(1, components.ENCOUNTERS_A_PATH))
        ]

    def _pickups(self) -> list[str]:
        kinds = self.generator.integers(
            len(components.PICKUP_NAMES), size=self._number(components.MIN_PICKUPS, components.PICKUPS)
        )
        copies = np.bincount(kinds, minlength=len(components.PICKUP_NAMES))
        return [
            f'[[pickup]]\nname = "{name}"\ncopies = {count}'
            for name, count in zip(components.PICKUP_NAMES, copies, strict=True)
        ]

    def _enemies(self) -> list[str]:
        minions = [
            f'[[minion]]\nname = "{name}"\npoints = {self._number(0, components.MAX_MINION_POINTS)}\n'
            f"elemental_points = {self._number(0, components.MAX_MINION_POINTS)}"
            for name in components.MINIONS
        ]
        bosses = [
            f'[[shamandillo]]\nname = "{name}"\nhealth_per_level = {self._number(1, components.MAX_BOSS_HEALTH)}'
            for name in components.SHAMANDILLOS
        ]
        return minions + bosses


def assert_bots_play_legally(cards: str, options: dict, num_tables: int, steps: int, seed: int) -> None:
    """Let both bots decide for every seat: both must choose legal actions, and every state must be sound."""
    batch = batch_of(Case(GAME.id, {**options, "cards": cards}), num_tables, seed, deal_again=False)
    bots = [agents.make(name, game=GAME.id) for name in BOTS]
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        rows = np.flatnonzero(batch.players >= 0)
        if not len(rows):
            break
        players, masks = batch.players[rows].astype(np.int64), batch.masks[rows]
        decisions = Decisions.of(GAME, batch._states[rows], players, batch.observations[rows], masks, generator)
        chosen = [bot.act(decisions) for bot in bots]
        for bot, actions in zip(bots, chosen, strict=True):
            legal = masks[np.arange(len(rows)), actions] == 1
            assert legal.all(), f"{bot.name} chose {GAME.actions.name(int(actions[~legal][0]))}"
        assert not broken(batch, batch._states[rows]).any()
        actions = random_actions(batch.masks, generator)
        mover = generator.integers(len(bots), size=len(rows))
        playing = generator.random(len(rows)) >= NOISE
        actions[rows[playing]] = np.choose(mover, chosen)[playing]
        batch.step(actions)
    assert not broken(batch, batch._states).any()


def assert_sets_are_played(tmp_path, sets: int, num_tables: int, steps: int, seed: int) -> None:
    writer = CardSetWriter(seed)
    for number in range(sets):
        cards = writer.written(tmp_path / f"set{number}.toml")
        assert_bots_play_legally(cards, OPTIONS[number % len(OPTIONS)], num_tables, steps, seed + number)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_without_a_useful_stage_goes_to_the_saloon(tmp_path, name):
    """The saloon is the trunk of Stone Ridge here. The only other stage is the wagon of a Good Guy that does not play."""
    text = SHIPPED.read_text().replace('trunk = ""\nspurs = ["saloon"]', 'trunk = "saloon"\nspurs = []')
    text = text.replace(
        'trunk = "camp"\nspurs = ["wagon of Prospector Pete"]', 'trunk = "wagon of Prospector Pete"\nspurs = []'
    )
    file = tmp_path / "set.toml"
    file.write_text(text)
    game = Position(cards_file=str(file), stack="N5 N1").do("look", "keep first", "lay 0 north")
    assert game.legal == ["stage 0.1"]
    mask = np.zeros((1, GAME.num_actions), np.int8)
    mask[0, GAME.actions.number("stage 0.1")] = 1
    facts = np.zeros((1, game.layout.size), np.float32)
    decisions = Decisions.of(GAME, game._bytes, np.array([0]), facts, mask, np.random.default_rng(0))
    (action,) = agents.make(name, game=GAME.id).act(decisions)
    assert GAME.actions.name(int(action)) == "stage 0.1"


def test_bots_play_legally_under_random_card_sets(tmp_path):
    assert_sets_are_played(tmp_path, sets=6, num_tables=20, steps=300, seed=1)


@pytest.mark.long
def test_bots_play_legally_under_very_many_random_card_sets(tmp_path):
    assert_sets_are_played(tmp_path, sets=30, num_tables=40, steps=2000, seed=2)
