"""Measure what reviews of games list: `python -m benchmarks.review GAME`.

Prints a line of JSON:

- `listed`: the number of losses listed in `games` games of greedy bots.
- `false`: of these, the losses that `TRUE_PAIRS` new playouts of both actions do not confirm.
- `found`: in `blunders` games of an expert with one blunder, the games whose review lists the blunder. A blunder loses at least
  `BLUNDER` of reward.
- `seconds`: the mean time of a review.
"""

import argparse
import json
from itertools import count
from time import perf_counter

import numpy as np

import dig_envs
from dig_envs.agents import make
from dig_envs.agents.search.losses import Judge, Loss
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.game import Game
from dig_envs.core.playing import PlayedGame
from dig_envs.play.messages import WORST
from dig_envs.play.review import MIN_LOSS, Review, review
from dig_envs.records import GameRecord

TRUE_PAIRS = 20_000
BLUNDER = 0.3  # of reward: 15 % of the chance to win with two players
LATEST = 30  # decision of the seat at which the search for a blunder starts
SEAT = 0


class Blunderer(Agent):
    """Plays as an expert does, except for one blunder: the first one that it finds from a drawn decision on.

    Attributes:
        place: the number of the blunder among the decisions of the seat, from 0; None before it.
    """

    name = "blunderer"

    def __init__(self, game: Game, seed: int):
        self._expert, self._judge = make("expert", game=game), Judge(game)
        self._first = int(np.random.default_rng(seed).integers(0, LATEST))
        self._made = 0
        self.place: int | None = None

    def act(self, decisions: Decisions) -> np.ndarray:
        action = self._expert.act(decisions)
        if self.place is None and self._made >= self._first and decisions.masks[0].sum() > 1:
            blunders = [other for other in np.flatnonzero(decisions.masks[0]).tolist() if self._is_blunder(decisions, other)]
            if blunders:
                self.place, action = self._made, np.array(blunders[:1])
        self._made += 1
        return action

    def _is_blunder(self, decisions: Decisions, action: int) -> bool:
        compared = self._judge.compare(decisions, action)
        return compared.gain.low > BLUNDER and self._judge.price(decisions, action, compared.best, 1).value > BLUNDER


class CheckedJudge(Judge):
    """Prices each listed loss again by many playouts.

    Attributes:
        listed: the losses that a review lists.
        false: of these, the losses that the many playouts do not confirm, with their values by many playouts.
    """

    def __init__(self, game: Game):
        super().__init__(game)
        self._truth = Judge(game, pairs=TRUE_PAIRS)
        self.listed: list[Loss] = []
        self.false: list[tuple[str, str, Loss, float]] = []

    def price(self, decision: Decisions, chosen: int, best: int, together: int) -> Loss:
        loss = super().price(decision, chosen, best, together)
        if loss.low > MIN_LOSS:
            self.listed.append(loss)
            true = self._truth.price(decision, chosen, best, 1)
            if true.low <= 0.0:
                names = decision.game.actions
                self.false.append((names.name(chosen), names.name(best), loss, true.value))
        return loss


def reviewed(game: Game, played: PlayedGame, judge: Judge) -> Review:
    """Review the decisions of seat `SEAT`."""
    return review(GameRecord.of(played.to_the_end()), SEAT, judge, lambda completed, total: None)


def check_losses(game: Game, games: int) -> dict:
    """Review games of greedy bots, and count the listed losses that are not confirmed."""
    greedy, judge = make("greedy", game=game), CheckedJudge(game)
    start = perf_counter()
    for seed in range(games):
        reviewed(game, PlayedGame(game, {}, [greedy, greedy], seed), judge)
    seconds = (perf_counter() - start) / max(games, 1)
    return {"games": games, "listed": len(judge.listed), "false": judge.false, "seconds": round(seconds, 1)}


def find_blunders(game: Game, blunders: int) -> dict:
    """Review games of an expert with a blunder, until `blunders` games had one."""
    expert, judge, found = make("expert", game=game), Judge(game), []
    for seed in count():
        blunderer = Blunderer(game, seed)
        played = PlayedGame(game, {}, [blunderer, expert], seed).to_the_end()
        if blunderer.place is None:
            continue
        own = [place for place, (seat, _) in enumerate(played.decisions) if seat == SEAT]
        listed = {each.place for each, _ in reviewed(game, played, judge).mistakes()[:WORST]}
        found.append(own[blunderer.place] in listed)
        if len(found) >= blunders:
            break
    return {"blunders": len(found), "found": sum(found)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(dig_envs.games()))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--blunders", type=int, default=50)
    given = parser.parse_args()
    game = dig_envs.game_of(given.game)
    result = {**check_losses(game, given.games), **(find_blunders(game, given.blunders) if given.blunders else {})}
    print(json.dumps({"game": game.id, **result}), flush=True)


if __name__ == "__main__":
    main()
