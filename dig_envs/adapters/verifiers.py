"""Games for verifiers 0.4: a taskset of deals, and an environment in which each seat of a model has its own trace and reward.

verifiers finds a taskset by the name of a module of yours, which consists of these two lines:

    from dig_envs.adapters.verifiers import ChatHarness, GamesTaskset, SeatsEnv
    __all__ = ["ChatHarness", "GamesTaskset", "SeatsEnv"]

A task is one deal with its seats. Each deal is played with all distinct rotations of the seats, so that luck cancels:

| seat | played by | trace |
|---|---|---|
| `"me"` | the agent `player_0` to `player_4`, by the number of the seat: the model of the run | learned |
| `"frozen"` | the agent `frozen`, such as `--env.frozen.model` names it | not trained |
| another name | the agent of ours with this name | none |

The reward of a trace is the seat's reward of the game. By default a decision takes two answers, and the seat loses by a forfeit
after the second refused one (`attempts`, `after_failure`). A seat whose limits of turns or tokens are reached answers no more.
A failure of the model's server is an error of the episode, and never a loss.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count, takewhile
from typing import Any

from dig_envs.text import TextGame
from dig_envs.text.game import ME
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import verifiers.v1 as vf
    from openai import APIStatusError, AsyncOpenAI
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.harnesses.utils.compaction import is_context_overflow

__all__ = ["ChatHarness", "GamesTaskset", "SeatsEnv"]

FROZEN = "frozen"
HERE = {"type": "subprocess"}  # the runtime: seats run no code


class GameData(vf.TaskData):
    """One deal: the game, its seed, the seats, and the keywords of `TextGame`."""

    game: str
    seed: int
    seats: list[str]
    options: dict[str, Any]


class GameTask(vf.Task[GameData]):
    """A task of one deal. The environment scores it."""


class GamesConfig(vf.TasksetConfig):
    """The deals, under `--env.taskset`.

    Attributes:
        game: the id of the game.
        first_seed: the seed of the first deal; the next deals have the next seeds.
        seats: for each seat "me", "frozen" or the name of an agent.
        options: options of the game and settings of `dig_envs.text.TextGame`.
    """

    game: str = "dig_dig_v0"
    first_seed: int = 0
    seats: list[str] = [ME, ME]
    options: dict[str, Any] = {}


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):
    """Endless deals of one game.

    Raises:
        DigEnvsError: the game, a seat or an option is invalid.
    """

    INFINITE = True

    def __init__(self, config: GamesConfig):
        super().__init__(config)
        _deal(next(self.load()).data)

    def load(self) -> Iterator[GameTask]:
        config = self.config
        turned = dict.fromkeys((*config.seats[k:], *config.seats[:k]) for k in range(len(config.seats) or 1))
        for seed in count(config.first_seed):
            for seats in turned:
                name = f"{config.game} {seed}: {', '.join(seats)}"
                data = GameData(name=name, game=config.game, seed=seed, seats=list(seats), options=config.options)
                yield GameTask(data, config.task)


class SeatsConfig(vf.EnvConfig):
    """The models at the seats: `player_0` to `player_4` for the seats "me", and `frozen`."""

    player_0: vf.AgentConfig = vf.AgentConfig(runtime=HERE)
    player_1: vf.AgentConfig = vf.AgentConfig(runtime=HERE)
    player_2: vf.AgentConfig = vf.AgentConfig(runtime=HERE)
    player_3: vf.AgentConfig = vf.AgentConfig(runtime=HERE)
    player_4: vf.AgentConfig = vf.AgentConfig(runtime=HERE)
    frozen: vf.AgentConfig = vf.AgentConfig(runtime=HERE)


class SeatsEnv(vf.Env[SeatsConfig]):
    """One game for each episode, with an open conversation for each seat of a model."""

    async def setup(self, agents: vf.Agents) -> None:
        agents.frozen.trainable = False

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        game = await asyncio.to_thread(_deal, task.data)
        seat_task = task.with_data(system_prompt=task.data.system_prompt or game.rules)
        seats: dict[int, vf.Interaction] = {}
        async with AsyncExitStack() as stack:
            for seat in game.learners:
                agent = getattr(agents, FROZEN if task.data.seats[seat] == FROZEN else f"player_{seat}")
                seats[seat] = await stack.enter_async_context(agent.interaction(seat_task))
            await _play(game, seats)
        for seat, interaction in seats.items():
            _record(game, seat, interaction.trace)


class ChatHarness(vf.Harness[vf.HarnessConfig]):
    """Asks for one answer per turn, without tools and without starting a program."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        messages = [{"role": "system", "content": data.system_prompt}, *map(message_to_wire, data.prompt)]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None) as client:
            try:
                await client.chat.completions.create(model=ctx.model, messages=messages)
            except APIStatusError as error:
                if not is_context_overflow(error):  # which ends the conversation like any other limit
                    raise
        return vf.ProgramResult(0, "", "")


def _deal(data: GameData) -> TextGame:
    seats = [ME if seat == FROZEN else seat for seat in data.seats]
    return TextGame(data.game, data.seed, seats, **{"after_failure": "forfeit", **data.options})


async def _play(game: TextGame, seats: dict[int, vf.Interaction]) -> None:
    """Play a game to its end. Agents think in another thread, so that other episodes continue."""
    ended: set[int] = set()
    while not await asyncio.to_thread(lambda: game.over):
        seat = game.turn.seat
        segment = vf.Segment([], terminated=True) if seat in ended else await seats[seat].turn(_unread(game, seat))
        trace = seats[seat].trace
        if segment.terminated and trace.errors:
            raise vf.EnvError(f"no answer of seat {seat}: {trace.errors[-1].message}")
        if segment.terminated:
            ended.add(seat)
        game.answer(segment.last_reply, seat, truncated=segment.terminated or trace.is_truncated)


def _unread(game: TextGame, seat: int) -> str:
    """Return the messages to a seat since its last answer: a refusal, the turn, or both."""
    unread = takewhile(lambda message: message["role"] == "user", reversed(game.messages(seat)))
    return "\n\n".join(message["content"] for message in reversed([*unread]))


def _record(game: TextGame, seat: int, trace: vf.Trace) -> None:
    result = game.result(seat)
    trace.record_reward("reward", result.reward)
    trace.record_metrics(
        {
            "decisions": result.decisions,
            "refusals": sum(result.refusals.values()),
            "random_actions": result.random_actions,
            "forfeited": result.forfeited,
        }
    )
    trace.info["dig_envs"] = {"seat": seat, "refusals": dict(result.refusals), "record": game.record().text()}
