"""Measure Pgx on the CPU, with batches whose complete loops JAX compiles."""

import sys
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from benchmarks.peers import protocol
from benchmarks.peers.protocol import Figures, Measure, Subject, rate, serve, take_cores

GAMES = ("connect_four", "leduc_holdem", "backgammon")
TABLES = 1024
STEPS_PER_CALL = 16  # steps in one compiled loop
MIXING = 320  # steps, after which tables are in all phases of games


class Batched:
    """A game and its loops. States are values, so a clone is a copy of their arrays."""

    def __init__(self, name: str):
        self.env = pgx.make(name)
        self.key = jax.random.PRNGKey(0)
        self.states = jax.jit(jax.vmap(self.env.init))(jax.random.split(self.key, TABLES))
        self.step = jax.vmap(auto_reset(self.env.step, self.env.init))
        self.loops = {observed: jax.jit(partial(self.loop, observed=observed)) for observed in (True, False)}
        self.copy = jax.jit(partial(jax.tree.map, lambda part: part.copy()))
        self.finish = jax.jit(self.play_out)
        for _ in range(MIXING // STEPS_PER_CALL):
            self.advance(True)
        self.positions = jax.tree.map(lambda part: part[: protocol.POSITIONS], self.states)

    def subject(self, name: str) -> Subject:
        """Return the subject with its measures."""
        observed = self.states.observation[0]
        size = observed.nbytes + self.states.legal_action_mask[0].nbytes
        starts = jax.jit(jax.vmap(self.env.init))(jax.random.split(self.key, protocol.POSITIONS))
        decisions = float(self.finish(starts, self.key).mean())
        measures: dict[str, Measure] = {
            "steps": partial(self.measure, lambda: self.advance(True)),
            "moves": partial(self.measure, lambda: self.advance(False)),
            "clone": partial(self.measure, self.clone),
            "playouts": self.playouts,
        }
        remark = "playouts run until the longest of 64 has ended"
        return Subject(name, "JAX", observed.size, size, decisions, measures, TABLES, "threads", remark)

    def draw(self, states: Any, key: jax.Array) -> jax.Array:
        """Draw a legal action for each table."""
        logits = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        return jax.random.categorical(key, logits, axis=-1)

    def loop(self, states: Any, key: jax.Array, observed: bool) -> Any:
        """Play some steps. The compiler removes the computation of observations that the result does not contain."""
        nothing = states.observation

        def once(states: Any, key: jax.Array) -> tuple[Any, None]:
            draw, again = jax.random.split(key)
            keys = jax.random.split(again, len(states.current_player))
            states = self.step(states, self.draw(states, draw), keys)
            return (states if observed else states.replace(observation=nothing)), None

        return jax.lax.scan(once, states, jax.random.split(key, STEPS_PER_CALL))[0]

    def play_out(self, states: Any, key: jax.Array) -> jax.Array:
        """Play all games to the end, and return the number of decisions of each table."""
        nothing = states.observation
        step = jax.vmap(self.env.step)

        def once(carry: Any) -> Any:
            states, key, made = carry
            key, draw, dice = jax.random.split(key, 3)
            made += ~(states.terminated | states.truncated)
            states = step(states, self.draw(states, draw), jax.random.split(dice, len(made)))
            return states.replace(observation=nothing), key, made

        def going(carry: Any) -> jax.Array:
            return ~(carry[0].terminated | carry[0].truncated).all()

        made = jnp.zeros(len(states.current_player), jnp.int32)
        return jax.lax.while_loop(going, once, (states, key, made))[2]

    def new_key(self) -> jax.Array:
        """Return an unused key."""
        self.key, key = jax.random.split(self.key)
        return key

    def measure(self, once: Any, seconds: float, threads: int) -> Figures:
        """Measure a loop on a number of cores."""
        take_cores(threads)
        return {"rate": rate(once, seconds)}

    def advance(self, observed: bool) -> int:
        """Play some steps at all tables."""
        self.states = jax.block_until_ready(self.loops[observed](self.states, self.new_key()))
        return STEPS_PER_CALL * TABLES

    def clone(self) -> int:
        """Copy all tables."""
        jax.block_until_ready(self.copy(self.states))
        return TABLES

    def playouts(self, seconds: float, threads: int) -> Figures:
        """Measure playouts from positions of random play."""
        take_cores(threads)
        made: list[float] = []

        def once() -> int:
            made.append(float(self.finish(self.positions, self.new_key()).mean()))
            return protocol.POSITIONS

        return {"rate": rate(once, seconds), "decisions": sum(made) / len(made)}


if __name__ == "__main__":
    serve("pgx", GAMES, lambda name: Batched(name).subject(name), sys.argv[1:])
