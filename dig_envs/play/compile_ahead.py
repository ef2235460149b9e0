"""Compile the agents that play or give hints at a table in a background thread, before their first decision there."""

import contextlib
import threading

from dig_envs.core.agent_names import agents_for, find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import uncompiled
from dig_envs.play.table import Table

_begun: set[tuple[str, str]] = set()  # games and agents of this process


def compile_ahead(table: Table) -> threading.Thread | None:
    """Start a thread in which each agent that the table offers makes one decision in another deal, which compiles the agent.

    Agents at the table come first. Agents from files and servers are left out, as a call may have effects. In a process an
    agent decides once for each game.
    Without compilation, or without a further agent, no thread is started.
    """
    installed = sorted(agents_for(table.game, table.options), key=lambda name: name not in table.agents)
    names = [name for name in installed if (table.game.id, name) not in _begun]
    if not names or uncompiled():
        return None
    _begun.update((table.game.id, name) for name in names)
    thread = threading.Thread(target=_decide_once, args=(table, names), daemon=True)
    thread.start()
    return thread


def _decide_once(table: Table, names: list[str]) -> None:
    batch = Batch(table.game, table.options, 1, 0, num_threads=1, deal_again=False)
    for name in names:
        with contextlib.suppress(Exception):  # a hint of the agent reports the error
            agent, decisions = find_agent(name, table.game), batch.decisions()
            agent.explain(decisions) or agent.act(decisions)
