"""An agent of any kind that plays through the text: it answers with the names of its actions."""

import json
from collections import deque

from dig_envs.agents.language_model.agent import TextAgent
from dig_envs.agents.language_model.usage import Conversation
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.game import Options


class SpokenAgent(TextAgent):
    """Takes each decision as another agent does, and states it in an answer, which is read as a language model's answer is.

    The results show whether text and answers change how an agent plays; they should not.
    """

    def __init__(self, agent: Agent):
        answers: deque[str] = deque()
        super().__init__(lambda messages: answers.popleft(), agent.name, at_once=1)  # one thread asks in order
        self.agent = agent
        self._answers = answers

    @property
    def fingerprint(self) -> str:
        return f"spoken:{self.agent.fingerprint}"

    def check(self, options: Options) -> None:
        """Check and store the options."""
        self.agent.check(options)
        super().check(options)

    def converse(self, decisions: Decisions) -> dict[int, Conversation]:
        """State the agent's action at each decision with several legal actions, and return the conversations by row."""
        actions, several = self.agent.act(decisions), decisions.masks.sum(axis=1) > 1
        names = [decisions.game.actions.names[action] for action in actions[several]]
        self._answers.extend(json.dumps({"action": self._reword(name) if self._reword else name}) for name in names)
        return super().converse(decisions)
