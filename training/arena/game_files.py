"""Keep games of an arena as files: they are played decision by decision, as `dig-envs watch` plays the game of their deal."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import RecordError
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import PlayedGame
from dig_envs.records import GameRecord

MOST_KEPT = 1_000  # games of two agents
LONGEST = 40  # letters of a name within a file's


class Keeper:
    """Keeps the first games of every two agents in a folder, which is made as needed.

    Args:
        folder: where the files go.
        most: of the games of two agents, so many.

    Raises:
        ArgumentError: more than `MOST_KEPT`.
        RecordError: the folder can't be made.
    """

    def __init__(self, folder: Path, most: int):
        self.folder, self.most = folder, whole_number("kept games", most, 0, MOST_KEPT)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"games can't be kept in {folder}: {error.strerror}") from error

    def deals(self, seatings: int) -> int:
        """Return how many deals are played here, in all of so many seatings each."""
        return -(-self.most // seatings)

    def play(
        self,
        game: Game,
        options: Options,
        agents: Sequence[Agent],
        labels: Sequence[str],
        deals: np.ndarray,
        seatings: np.ndarray,
        advance: Callable[[int], None] = lambda games: None,
    ) -> np.ndarray:
        """Play each deal in every seating, and keep the first games.

        Args:
            game, options: what is played.
            agents, labels: who plays, and what the files call them.
            deals: int64 (m,), seeds.
            seatings: int (s, num_players), the number of the agent on each seat.
            advance: told how many games have ended.

        Returns:
            Each seat's result: float64 (m, s, num_players).
        """
        points = np.empty((len(deals), *seatings.shape))
        for i, deal in enumerate(deals.tolist()):
            for k, seating in enumerate(seatings.tolist()):
                played = PlayedGame(game, asdict(options), [agents[agent] for agent in seating], deal).to_the_end()
                points[i, k] = played.batch.points[0]
                if i * len(seatings) + k < self.most:
                    GameRecord.of(played).save(self.folder / _file_name(game, [labels[agent] for agent in seating], deal))
                advance(1)
        return points


def _file_name(game: Game, names: Sequence[str], deal: int) -> str:
    """Name a game's file by what is played, who sits where, and the deal."""
    seats = "-".join(re.sub(r"[^\w.@+]+", "_", name)[:LONGEST] for name in names)
    return f"{game.id}-{deal}-{seats}.jsonl"[-200:]
