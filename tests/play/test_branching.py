"""Games that begin at a moment of a finished game, and decisions that are made again."""

import random
from types import SimpleNamespace

import pytest

from dig_envs.core.errors import ArgumentError, OrderError
from dig_envs.play.branching import branch
from dig_envs.play.table import Participant, Table
from tests.support.catalogue import Case
from tests.support.play_tables import legal, people_table
from tests.support.sites import BOT, TWO, Site, on_site


def finished(participants, game: str = "dig_v0", seed: int = 4, **options) -> Table:
    generator = random.Random(seed)
    table = Table(game, options, seed, participants)
    while not table.over:
        table._step(generator.choice(legal(table)))
    return table


@pytest.mark.parametrize("game", ["dig_v0", "lets_dig_for_treasure_v0", "digging_bandits_v0"])
def test_a_branch_begins_at_the_moment_that_the_seat_saw(game):
    options = {} if game == "lets_dig_for_treasure_v0" else {"max_turns": 4}
    table = finished(TWO, game, **options)
    replayed = people_table(Case(game, {**options, "num_players": 2}), table.seed)
    begun, generator = -1, random.Random(game)
    for mover, action in table.decisions:
        moment = replayed.histories[0].latest
        if moment.number == begun:  # others decide in secret
            replayed._step(action)
            continue
        begun = moment.number
        if generator.random() < 0.8:
            replayed._step(action)
            continue
        branched, retry = branch(table, 0, moment.number)
        assert branched.people == [0] and branched.participants[1].agent == "expert"
        assert branched.histories[0].latest.number == moment.number
        assert branched.histories[0].latest.state.tobytes() == moment.state.tobytes()
        if moment.mask is not None:
            assert mover == 0 and retry is not None and (retry.seat, retry.action) == (0, action)
            assert retry.question()["before"] == table.wording.ACTIONS.label(branched.view(0), action)
        replayed._step(action)
    with pytest.raises(OrderError, match="over at this moment"):
        branch(table, 0, table.histories[0].latest.number)


def test_agents_keep_their_seats_unless_another_agent_is_named():
    table = finished([*TWO, Participant("random", "random")], max_turns=6)
    assert [each.agent for each in branch(table, 1, 0)[0].participants] == ["expert", None, "random"]
    named = branch(table, 1, 0, "greedy")[0].participants
    assert named == (Participant("greedy 0", "greedy"), Participant("Bob"), Participant("greedy 2", "greedy"))


@pytest.mark.parametrize(
    ("moment", "agent", "said"), [(-1, "", "from 0 to"), (999, "", "from 0 to"), (0, "nobody", "no agent")]
)
def test_unknown_moments_and_agents_are_refused(moment, agent, said):
    with pytest.raises(ArgumentError, match=said):
        branch(finished(TWO, max_turns=2), 0, moment, agent)


class FakeEstimator:
    """Values each action by its number."""

    def __init__(self, game):
        pass

    def price(self, decision, chosen, best, together):
        gain = 0.1 * (best - chosen)
        return SimpleNamespace(value=gain, low=gain - 0.15, high=gain + 0.15, chosen=0.1 * chosen, best=0.1 * best)


@on_site
async def test_a_decision_is_made_again_and_compared(tmp_path):
    site = Site(tmp_path, BOT, max_turns=4)
    site.tables.estimator = FakeEstimator
    assert (await site.client.post(site.path(0, "/branch"), {"frame": 0, "agent": ""})).status == 409, "the game is not over"
    while not site.table.over:
        if site.table.agent_to_move:
            site.table.play_agent()
        else:
            await site.act(0)
    frame = next(moment.number for moment in site.table.histories[0].moments if moment.mask is not None)
    assert (await site.client.post(site.path(0, "/branch"), {"frame": 9999, "agent": ""})).status == 400
    path = (await site.client.post(site.path(0, "/branch"), {"frame": frame, "agent": "greedy"})).json()["path"]
    live, seat = site.tables.find(path[3:])
    assert seat == 0 and live.host == 0 and live is not site.live and live.table.names == ("Ann", "greedy")
    first = site.table.actions[len(live.table.actions)]
    async with site.client.stream(path + "/events") as stream:
        moment = await stream.moment()
        assert moment["number"] == frame and moment["yours"]
        (asked,) = await stream.until(lambda stream: stream.messages("retry"))
        before = next(choice["label"] for choice in moment["choices"] if choice["action"] == first)
        assert asked["before"].casefold() in before.casefold() and asked["now"] is asked["values"] is None
        for choice in moment["choices"]:
            known = len(stream.messages("retry"))
            answer = await site.client.post(path + "/act", {"moment": stream.messages()[-1]["id"], "action": choice["action"]})
            assert answer.status == 200
            await stream.until(lambda stream, known=known: len(stream.messages("retry")) > known)
            compared = stream.messages("retry")[-1]
            assert compared["before"] == asked["before"] and compared["now"]
            if choice["action"] == first:
                assert compared["values"] is None
            else:
                assert compared["values"][1] - compared["values"][0] == pytest.approx(
                    0.05 * (choice["action"] - first), abs=0.002
                )
                assert compared["equal"] == (abs(choice["action"] - first) == 1) and compared["unit"] == "chance"
            moments = len(stream.messages())
            assert (await site.client.post(path + "/undo", {})).status == 200
            await stream.until(
                lambda stream, moments=moments: len(stream.messages()) > moments and stream.messages()[-1]["yours"]
            )


@on_site
async def test_a_guest_who_branches_does_not_get_the_lobby(tmp_path):
    site = Site(tmp_path, max_turns=2)
    while not site.table.over:
        await site.act(site.table.mover)
    path = (await site.client.post(site.path(1, "/branch"), {"frame": 0, "agent": ""})).json()["path"]
    assert (await site.client.post(path + "/lobby", {})).status == 409
    page = (await site.client.get(site.path(1, "/replay"))).body.decode()
    assert '<form id="branch">' in page and "<option>expert</option>" in page
    assert 'id="branch"' not in (await site.client.get(site.path(-2, "/replay"))).body.decode(), "spectators play nothing"
