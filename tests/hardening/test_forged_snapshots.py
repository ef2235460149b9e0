"""Forged snapshots with valid checksums are refused and change nothing, or the game continues validly."""

import hashlib
import json

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.adapters import aec_snapshot
from dig_envs.core.agent import Agent, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.batch.batch_snapshot import _arrays, _header
from dig_envs.core.batch.snapshot_bytes import DIGEST, MAGIC, pack
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import SnapshotError
from tests.support.catalogue import CASES, Case
from tests.support.play import batch_of, broken, random_actions

TABLES = 3
STEPS = 6  # after an accepted snapshot
GAMES = {case.game: case for case in CASES if not case.solo}  # one case per game
ODD_NUMBERS = (-(2**63), -(2**31), -(2**15), -129, -3, -2, -1, 0, 1, 2, 4, 9, 127, 2**15 - 1, 2**31 - 1, 2**32, 2**63 - 1)
ODD_FLOATS = (float("nan"), float("inf"), -float("inf"), -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 1e300)
ODD_JSON = (None, True, -1, 0, 1, 2**70, 0.5, "x", [], {}, ["x"], [["x"]], {"x": 1}, [None])
WILD_STATES = {
    ("table", "end"): (-1, 3, 127),
    ("table", "num_players"): (-1, 0, 9, 127),
    ("table", "max_turns"): (-1, 2**30),
    ("secret", "mover"): (-2, 9, 127),
    ("secret", "rng"): (2**32, 2**64 - 1),
}  # invalid in every game; violations of a game's own invariants are tested in test_forged_states


class Lowest(Agent):
    name = "lowest"

    def act(self, decisions):
        return decisions.masks.argmax(axis=1)


class Forger:
    """Changes parts of a snapshot and updates its checksum.

    Args:
        whole: the snapshot.
        dtypes: the types of its arrays, by name.
    """

    def __init__(self, whole: bytes, dtypes: dict[str, np.dtype]):
        start = len(MAGIC) + 4
        end = start + int.from_bytes(whole[len(MAGIC) : start], "little")
        self.head = json.loads(whole[start:end])
        self.arrays = {}
        for name, dtype in dtypes.items():
            size = self.head["sizes"][name]
            self.arrays[name] = np.frombuffer(whole[end : end + size], dtype)
            end += size
        assert end + DIGEST == len(whole)
        assert pack(self.head["header"], self.arrays) == whole

    def forged(self, generator: np.random.Generator) -> bytes:
        """Return a snapshot with one to three changes."""
        header, sizes = json.loads(json.dumps(self.head["header"])), dict(self.head["sizes"])
        arrays = {name: array.copy() for name, array in self.arrays.items()}
        for _ in range(generator.integers(1, 4)):
            kind = generator.integers(20)
            if kind == 0:
                forge_json(header, generator)
            elif kind == 1:
                forge_json(sizes, generator)
            elif kind == 2 and "states" in arrays:
                forge_state(arrays["states"], generator)
            else:
                forge_array(arrays[generator.choice([name for name in arrays if name not in ("states", "finals")])], generator)
        return sealed(header, sizes, arrays)


def sealed(header, sizes, arrays) -> bytes:
    head = json.dumps({"header": header, "sizes": sizes}, sort_keys=True).encode()
    whole = MAGIC + len(head).to_bytes(4, "little") + head + b"".join(array.tobytes() for array in arrays.values())
    return whole + hashlib.sha256(whole).digest()


def forge_json(values: dict, generator: np.random.Generator) -> None:
    name = str(generator.choice(sorted(values)))
    if isinstance(values[name], list) and generator.random() < 0.7:
        generator.shuffle(values[name])
        values[name] += values[name][:1] if generator.random() < 0.5 else ["greedy"]
    elif generator.random() < 0.2:
        del values[name]
    else:
        values[name] = ODD_JSON[generator.integers(len(ODD_JSON))]


def forge_state(states: np.ndarray, generator: np.random.Generator) -> None:
    (part, name), values = list(WILD_STATES.items())[generator.integers(len(WILD_STATES))]
    field = states[part][name]
    (field["key"] if field.dtype.names else field)[generator.integers(len(states))] = values[generator.integers(len(values))]


def forge_array(array: np.ndarray, generator: np.random.Generator) -> None:
    """Change a byte, a field or the order of the rows."""
    if not len(array):
        return
    kind = generator.integers(4)
    if kind == 0:
        array[:] = array[generator.permutation(len(array))]
    elif kind == 1 or array.dtype.names is None:
        raw = array.view(np.uint8).reshape(-1)
        raw[generator.integers(len(raw))] = generator.integers(256)
    else:
        name = str(generator.choice(array.dtype.names))
        forge_field(array[name], generator)


def forge_field(field: np.ndarray, generator: np.random.Generator) -> None:
    if field.dtype.names:
        return forge_field(field[str(generator.choice(field.dtype.names))], generator)
    odd = ODD_FLOATS if field.dtype.kind == "f" else ODD_NUMBERS
    with np.errstate(over="ignore"):
        value = np.array(odd[generator.integers(len(odd))]).astype(field.dtype)
    field[tuple(generator.integers(size) for size in field.shape)] = value
    return None


# --- batches


def learner_batch(case: Case) -> Batch:
    game = game_of(case.game)
    pool = [Opponent(agents.make("greedy@0.2", game=game)), Opponent(Lowest(), 0.5), Opponent(agents.make("random", game=game))]
    return batch_of(case, TABLES, seed=3, opponents=pool, learner="random")


def seated_batch(case: Case) -> Batch:
    batch = batch_of(case, TABLES, seed=4, deal_again=False)
    seating = np.full((TABLES, batch.num_players), -1)
    seating[:, -1] = [0, 1, -1]
    batch.seat_agents([agents.make("greedy", game=case.game), Lowest()], seating)
    return batch


def content(batch: Batch) -> list:
    names = ("_states", "_statuses", "_pool", "_finals", "_observations", "masks")
    return [getattr(batch, name).tobytes() for name in names] + [str(batch._generator.bit_generator.state), list(batch.agents)]


def play_on(batch: Batch, generator: np.random.Generator, steps: int) -> None:
    """Take random steps and check everything that the batch shows."""
    for _ in range(steps):
        batch.step(random_actions(batch.masks, generator))
        assert not broken(batch, batch.states).any()
        running = batch.players >= 0
        assert (batch.masks.any(axis=1) == running).all() and (batch.players < batch.num_players).all()
        assert (batch.observations >= 0).all() and (batch.observations <= 1).all()
        assert np.isfinite(batch.points).all() and (np.abs(batch.rewards) <= 1).all()
        assert (batch.rewards_if_ended <= 1).all() and len(batch.final_observations) == batch.dones.sum()


def stepped_to_an_end(batch: Batch, generator: np.random.Generator) -> Batch:
    while not batch.dones.any():
        play_on(batch, generator, 1)
    return batch


MAKERS = [learner_batch, seated_batch, lambda case: batch_of(case, TABLES, seed=5)]


def try_forgeries(case: Case, count: int) -> None:
    generator = np.random.default_rng(count)
    accepted = refused = 0
    for make in MAKERS:
        batch = stepped_to_an_end(make(case.shortened(4)), generator)
        good = batch.snapshot()
        forger = Forger(good, {name: array.dtype for name, array in _arrays(batch).items()})
        for _ in range(count // len(MAKERS)):
            before = content(batch)
            try:
                batch.restore(forger.forged(generator))
            except SnapshotError:
                refused += 1
                assert content(batch) == before
            else:
                accepted += 1
                play_on(batch, generator, STEPS)
                batch.restore(good)
                assert batch.snapshot() == good
    assert min(accepted, refused) > count // 50, (accepted, refused)


@pytest.mark.parametrize("game", GAMES)
def test_a_forged_batch_is_refused_or_continues(game):
    try_forgeries(GAMES[game], 300)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_very_many_forged_batches_are_refused_or_continue(game):
    try_forgeries(GAMES[game], 4_000)


def resealed(batch: Batch, **fields) -> bytes:
    """A batch's snapshot with other values in the fields of its statuses."""
    arrays = _arrays(batch)
    for name, value in fields.items():
        arrays["statuses"][name] = value
    return pack({**_header(batch), "agents": [agent.fingerprint for agent in batch.agents]}, arrays)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("controllers", 3),
        ("controllers", -2),
        ("controllers", 2**15 - 1),
        ("opponents", 3),
        ("noise", float("nan")),
        ("noise", -0.5),
        ("seed", -1),
        ("learner", 2),
        ("learner", -1),
        ("done", 2),
        ("last_learner", -1),
        ("last_opponents", -2),
        ("steps", -1),
        ("last_steps", -1),
        ("points", float("inf")),
        ("rewards", float("nan")),
        ("rewards", 0.25),
    ],
)
def test_each_field_of_a_status_is_checked(field, value):
    batch = learner_batch(Case("dig_v0"))
    assert resealed(batch) == batch.snapshot()
    before = content(batch)
    with pytest.raises(SnapshotError, match=f"table 0 has {field}"):
        batch.restore(resealed(batch, **{field: value}))
    assert content(batch) == before


def test_an_invalid_generator_is_refused():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    for field in ("generators", "next_games"):
        wild = batch._statuses[field].copy()
        wild["key"] = 2**32
        with pytest.raises(SnapshotError, match=f"table 0 has {field}"):
            batch.restore(resealed(batch, **{field: wild}))


def test_a_snapshot_without_a_seat_for_the_caller_is_refused():
    case = Case("dig_v0")
    batch = batch_of(case, 2, seed=1)
    batch.seat_agents([agents.make("random", game="dig_v0")], np.array([[-1, 0], [0, -1]]))
    batch.reset(1)
    with pytest.raises(SnapshotError, match="table 0 has no seat for the caller"):
        batch.restore(resealed(batch, controllers=[0, 0, -1, -1]))


def test_agents_are_found_by_name_in_any_order():
    game = game_of("dig_v0")
    pool = [Opponent(agents.make(name, game=game)) for name in ("random", "greedy", "expert")]
    batch, other = (batch_of(Case("dig_v0"), 30, seed, opponents=pool, learner=0) for seed in (1, 2))
    other.agents = []
    other._pool = other._pool[:0]
    other._statuses["controllers"] = -1
    other.set_opponents(pool[::-1])
    assert [agent.name for agent in other.agents] == ["expert", "greedy", "random"]
    other.restore(batch.snapshot())
    generator = np.random.default_rng(0)
    for _ in range(60):
        assert (other.states == batch.states).all()
        actions = random_actions(batch.masks, generator)
        for each in (batch, other):
            each.step(actions)


def test_snapshots_of_different_seatings_can_alternate():
    batch = batch_of(Case("dig_v0"), 2, seed=1)
    before = batch.snapshot()
    batch.seat_agents([agents.make("greedy", game="dig_v0"), Lowest()], np.array([[-1, 0], [1, -1]]))
    after = batch.snapshot()
    for snapshot in (before, after, before, after):
        batch.restore(snapshot)
        play_on(batch, np.random.default_rng(0), 5)


def test_an_unknown_agent_is_refused_by_name():
    batch, other = learner_batch(Case("dig_v0")), learner_batch(Case("dig_v0"))
    other.set_opponents([Opponent(agents.make("expert", game="dig_v0"))] * 3)
    other.reset(1)
    with pytest.raises(SnapshotError, match=r'has the agent "greedy:0:.*which this batch lacks'):
        other.restore(batch.snapshot())


@pytest.mark.parametrize("case", GAMES.values(), ids=str)
def test_a_forfeit_survives_a_snapshot(case):
    """In the last step, also if the game is not followed by another."""
    for deal_again in (True, False):
        batch = batch_of(case, 4, seed=1, deal_again=deal_again)
        for _ in range(9):
            batch.step(random_actions(batch.masks, np.random.default_rng(0)))
        actions = random_actions(batch.masks, np.random.default_rng(0))
        actions[1] = batch.masks[1].argmin()
        assert batch.step_or_forfeit(actions).tolist() == [False, True, False, False]
        twin = batch_of(case, 4, seed=9, deal_again=deal_again)
        twin.restore(batch.snapshot())
        assert content(twin)[:2] == content(batch)[:2] and (twin.rewards == batch.rewards).all()
        assert (twin.final_observations == batch.final_observations).all()


def test_a_snapshot_after_random_steps_is_accepted():
    batch = batch_of(Case("dig_v0", {"max_turns": 5}), 50, seed=1)
    for steps in range(1, 40):
        batch.random_steps(steps)
        assert not batch.rewards[~batch.dones].any() and not batch.truncations[~batch.dones].any()
        before = content(batch)
        batch.restore(batch.snapshot())
        assert content(batch)[:2] == before[:2]


# --- PettingZoo


def picture(env) -> list:
    return [env.agents, env.agent_selection, env.rewards, env.terminations, env.truncations, env._table.state.tobytes()]


@pytest.mark.parametrize("steps", [0, 9, 40])
@pytest.mark.parametrize("illegal", [False, True])
def test_a_forged_environment_is_refused_or_continues(steps, illegal):
    env = dig_envs.env("dig_v0", max_turns=8)
    env.reset(seed=1)
    for _ in range(steps):
        if env.agents:
            dead = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
            env.step(None if dead else int(env._table.mask.argmax()))
    if illegal and env._table.player >= 0:
        env.step(int(env._table.mask.argmin()))
    good = env.snapshot()
    arrays = {**env._table.arrays(), **aec_snapshot.empty_arrays(env)}
    forger = Forger(good, {name: array.dtype for name, array in arrays.items()})
    generator = np.random.default_rng(steps)
    accepted = refused = 0
    for _ in range(150):
        before = picture(env)
        try:
            env.restore(forger.forged(generator))
        except SnapshotError:
            refused += 1
            assert picture(env) == before
        else:
            accepted += 1
            for agent in env.agent_iter(50):
                observation, reward, terminated, truncated, _ = env.last()
                assert np.isfinite(reward) and env.observation_space(agent).contains(observation)
                env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
            env.restore(good)
            assert env.snapshot() == good
    assert refused > 20 and accepted > 0
