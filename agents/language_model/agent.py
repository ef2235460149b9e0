"""An agent that asks a language model: each decision is written as text, and the answer is read as `dig_envs.text` does."""

import copy
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.language_model.answers import Answer, answer_of, shown_reason, stored_answer
from dig_envs.agents.language_model.asking import ask_all, result_of
from dig_envs.agents.language_model.usage import Conversation, Usage
from dig_envs.core.agent import Agent, Candidate, Decisions, Explanation
from dig_envs.core.arguments import one_of, whole_number
from dig_envs.core.errors import ArgumentError, DigEnvsError, NoAnswerError
from dig_envs.core.game import Game, Options
from dig_envs.render.view import View
from dig_envs.text.answers import read_answer
from dig_envs.text.instructions import rules_text
from dig_envs.text.position import names_for, turn_of
from dig_envs.text.turn import LEGAL, Choice, Turn
from dig_envs.utils.text import printable, shortened

MAX_LOG = 1000  # conversations
MAX_REPEATED = 20_000  # characters of a refused answer that the model reads again
MAX_DIGIT = 9  # choices whose numbers are one token in all models

Complete = Callable[[list[dict[str, str]]], Any]


class Rules(NamedTuple):
    """What the model reads of a game before its decisions: the rules, and the names of all actions."""

    text: str
    action_names: frozenset[str]


class TextAgent(Agent):
    """Asks a language model for each decision. The model sees the rules and the position as its seat knows it.

    The agent has no memory: each decision is a conversation of its own. All decisions of a batch are asked at the same time.

    Args:
        complete: takes messages, dicts with "role" and "content", and returns the answer: a text, a text and its usage, or an
            `Answer`; or a coroutine of these. Usage is a mapping or an object with `prompt_tokens` and `completion_tokens`.
            Several threads call it.
        name: the agent's name in results.
        legal: whether the legal actions are "listed" or "hidden".
        attempts: the number of answers that a decision takes. After the last refusal, a random legal action is played.
        at_once: the maximum number of questions at the same time.
        answers: the folder that stores answers by question, name and settings of the model; None for none.
        reword: changes all words of the game that the model reads, such as the names of cards; None for no change.

    Attributes:
        usage: the tokens, seconds and refusals of all decisions.
        log: the last `MAX_LOG` conversations.

    Raises:
        ArgumentError: an argument is invalid.
    """

    def __init__(
        self,
        complete: Complete,
        name: str = "text",
        *,
        legal: str = "listed",
        attempts: int = 2,
        at_once: int = 16,
        answers: str | Path | None = None,
        reword: Callable[[str], str] | None = None,
    ):
        if not callable(complete):
            raise ArgumentError(f"a language model must be a function of messages, not {complete!r:.80}")
        if not isinstance(name, str) or not name:
            raise ArgumentError(f"an agent's name must be a string, not {name!r:.80}")
        self.name = name
        self.usage = Usage()
        self.log: deque[Conversation] = deque(maxlen=MAX_LOG)
        self._complete = complete
        self._listed = one_of("legal", legal, LEGAL) == "listed"
        self._attempts = whole_number("attempts", attempts, 1, 1000)
        self._at_once = whole_number("at_once", at_once, 1, 1000)
        if answers is not None and (not isinstance(answers, str | Path) or "\0" in str(answers) or not str(answers)):
            raise ArgumentError(f"answers must be the path of a folder or None, not {answers!r:.80}")
        self._folder = None if answers is None else Path(answers)
        self._reword = reword
        self._checked: list[Options] = []  # the last one first
        self._rules: dict[tuple[str, Options], Rules] = {}

    @property
    def fingerprint(self) -> str:
        return f"{self._model}:{self._listed}:{self._attempts}"

    @property
    def _model(self) -> str:
        """The model with the settings that its answers depend on."""
        return str(getattr(self._complete, "fingerprint", self.name))

    def with_text(self, legal: str | None = None, reword: Callable[[str], str] | None = None) -> "TextAgent":
        """Return an agent of the same model that reads another form of the text. Its usage and log are empty.

        Args:
            legal: whether the legal actions are "listed" or "hidden"; None as for this agent.
            reword: changes all words of the game; None as for this agent.
        """
        other = copy.copy(self)
        other.usage, other.log = Usage(), deque(maxlen=MAX_LOG)
        other._listed = self._listed if legal is None else one_of("legal", legal, LEGAL) == "listed"
        other._reword = reword or self._reword
        other._checked, other._rules = [], {}
        return other

    def check(self, options: Options) -> None:
        """Store the options, which the text of a decision needs."""
        if options in self._checked:
            self._checked.remove(options)
        self._checked.insert(0, options)

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return the actions that the model chooses, int64 (n,), and random ones where all answers are refused.

        Raises:
            NoAnswerError: the model gives no answer. The other answers of the batch are stored, if there is a folder.
            ArgumentError: the agent's `check` was not called with the options of the game.
        """
        return self._decide(decisions)[0]

    def explain(self, decisions: Decisions) -> list[Explanation]:
        """Return the actions that `act` would choose, each with the model's last answer as a note."""
        actions, conversations = self._decide(decisions)
        names = decisions.game.actions.names
        return [
            Explanation(int(action), _candidates(names[action], conversations.get(row))) for row, action in enumerate(actions)
        ]

    def action_probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the probability of each action, float64 (n, num_actions).

        Each decision is asked once. The probabilities are those of the model at the number of its last answer, if the model
        gives them. Otherwise the chosen action has the probability 1, which is right if the model answers equal questions
        equally. Where all answers are refused, all legal actions have the same probability.
        """
        probabilities = decisions.masks / decisions.masks.sum(axis=1, keepdims=True)
        for row, conversation in self.converse(decisions).items():
            if conversation.action is not None:
                shares = conversation.probabilities or {conversation.action: 1.0}
                probabilities[row] = 0.0
                probabilities[row, list(shares)] = list(shares.values())
        return probabilities

    def _decide(self, decisions: Decisions) -> tuple[np.ndarray, dict[int, Conversation]]:
        """Return the actions, int64 (n,), and the conversations by row. Decisions with one legal action are not asked."""
        actions = decisions.masks.argmax(axis=1)
        conversations = self.converse(decisions)
        for row, conversation in conversations.items():
            chosen = conversation.action
            actions[row] = decisions.generator.choice(decisions.masks[row].nonzero()[0]) if chosen is None else chosen
        return actions, conversations

    def converse(self, decisions: Decisions) -> dict[int, Conversation]:
        """Ask the model for each decision with several legal actions, and return the conversations by row.

        Raises:
            DigEnvsError: as `act`.
        """
        questions = self._questions(decisions)
        conversations = ask_all(lambda question: self._conversation(*question), list(questions.values()), self._at_once)
        for conversation in conversations:
            self.usage.add(conversation)
        self.log.extend(conversations)
        return dict(zip(questions, conversations, strict=True))

    def first_messages(self, decisions: Decisions) -> dict[int, list[dict[str, str]]]:
        """Return the messages that the model reads first at each decision with several legal actions, by row.

        Raises:
            ArgumentError: as `act`.
        """
        return {row: _first_messages(*question) for row, question in self._questions(decisions).items()}

    def _questions(self, decisions: Decisions) -> dict[int, tuple[Rules, Turn]]:
        """Return the rules and the turn of each decision with several legal actions, by row."""
        states = np.zeros(len(decisions), decisions.game.state)
        states["table"] = decisions.tables
        states["seats"][np.arange(len(states)), decisions.players] = decisions.seats
        rows = np.flatnonzero(decisions.masks.sum(axis=1) > 1).tolist()
        return {row: self._question(decisions, states, row) for row in rows}

    def _question(self, decisions: Decisions, states: np.ndarray, row: int) -> tuple[Rules, Turn]:
        """Return the rules and the turn of a decision."""
        game, seat, table = decisions.game, int(decisions.players[row]), decisions.tables[row]
        options = next((options for options in self._checked if _fits(options, game, table)), None)
        if options is None:
            raise ArgumentError(f"the agent {self.name} does not know the options of {game.id}: call its check(options) first")
        if (game.id, options) not in self._rules:
            self._rules[game.id, options] = self._rules_of(game, options)
        view = View(game, options, states[row : row + 1], seat, names_for(seat, options.num_players))
        turn = turn_of(view, decisions.masks[row], listed=self._listed)
        return self._rules[game.id, options], turn.reworded(self._reword) if self._reword else turn

    def _rules_of(self, game: Game, options: Options) -> Rules:
        text, names = rules_text(game, options, self._listed), game.actions.names
        reword = self._reword or str
        return Rules(reword(text), frozenset(map(reword, names)))

    def _conversation(self, rules: Rules, turn: Turn) -> Conversation:
        """Ask for one decision until an answer states a legal action or no attempt is left."""
        conversation = Conversation(_first_messages(rules, turn))
        for _ in range(self._attempts):
            answer = self._answer(conversation)
            read = read_answer(answer.text, turn.choices, rules.action_names, self._listed, answer.truncated)
            if isinstance(read, Choice):
                conversation.action = read.action
                conversation.probabilities = _probabilities(answer, turn) if self._listed else None
                return conversation
            conversation.refusals.append(read.kind)
            conversation.messages.append({"role": "user", "content": turn.correction(read.reason)})
        return conversation

    def _answer(self, conversation: Conversation) -> Answer:
        """Ask the model, or return its stored answer, and add the answer to the conversation."""
        messages = conversation.messages
        if self._folder is None:
            answer, stored = self._ask(messages), False
        else:
            answer, stored = stored_answer(self._folder, self._model, messages, lambda: self._ask(messages))
        conversation.answers.append(answer)
        conversation.num_stored += stored
        repeated = shortened(answer.text, MAX_REPEATED).encode("utf-8", "replace").decode()
        messages.append({"role": "assistant", "content": repeated})
        return answer

    def _ask(self, messages: list[dict[str, str]]) -> Answer:
        start = perf_counter()
        try:
            answer = answer_of(result_of(self._complete([dict(message) for message in messages])))
        except DigEnvsError:
            raise
        except Exception as error:  # a callable is arbitrary code
            reason = shown_reason(f"{type(error).__name__}: {error}")
            raise NoAnswerError(f"the function of the agent {self.name} has failed: {reason}") from error
        return answer if answer.seconds else answer._replace(seconds=perf_counter() - start)


def _first_messages(rules: Rules, turn: Turn) -> list[dict[str, str]]:
    return [{"role": "system", "content": rules.text}, {"role": "user", "content": turn.text()}]


def _probabilities(answer: Answer, turn: Turn) -> dict[int, float] | None:
    """Return the probability of each legal action by the answer's numbers; None if they do not give it."""
    if answer.numbers is None or len(turn.choices) > MAX_DIGIT:
        return None
    shares = {choice.action: answer.numbers.get(f"{choice.number}", 0.0) for choice in turn.choices}
    total = sum(shares.values())
    return {action: value / total for action, value in shares.items()} if total else None


def _fits(options: Options, game: Game, table: np.ndarray) -> bool:
    """Return whether a table, structured array (), has these options."""
    if not isinstance(options, game.options):
        return False
    written = np.array(table)
    options.write(written)
    return bool(written == table)


def _candidates(name: str, conversation: Conversation | None) -> tuple[Candidate, ...]:
    if conversation is None:
        return ()
    return (Candidate(name, note=printable(" ".join(conversation.answers[-1].text[:MAX_REPEATED].split()))),)
