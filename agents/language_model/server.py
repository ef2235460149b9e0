"""Ask language models behind servers in the form of OpenAI's chat completions: vLLM, llama.cpp, Ollama and hosted models.

The key comes from the environment variable OPENAI_API_KEY alone. No object here has it as an attribute, and it is removed from
errors and answers that repeat it.
"""

import dataclasses
import json
import re
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from dig_envs.agents.language_model import answers
from dig_envs.agents.language_model.agent import TextAgent
from dig_envs.agents.language_model.answers import Answer
from dig_envs.core.agent_names import SERVER
from dig_envs.core.arguments import number, whole_number
from dig_envs.core.errors import ArgumentError, NoAnswerError, UnknownArgumentError, unexpected
from dig_envs.utils.libraries import load

ANSWERS = "runs/answers"  # the default folder of stored answers
FORM = "llm:MODEL@URL, such as llm:qwen3@http://127.0.0.1:8000/v1"
NAME = re.compile(SERVER + r"(?P<model>.+?)@(?P<url>https?://[^?#\s]+)(?:\?(?P<settings>[^#\s]*))?")
_new_limits: set[tuple[str, str]] = set()  # models that take `max_completion_tokens` in place of `max_tokens`


@dataclass(frozen=True)
class ChatServer:
    """A model of a server. Called with messages, it returns the model's `Answer`.

    Attributes:
        model: the name of the model on the server.
        url: the address up to `/v1`.
        temperature: 0 for the most probable answer; None for the server's default.
        max_tokens: the bound on the tokens of an answer. Longer answers are cut off and refused.
        seed: the seed of the server's random numbers; None for none.
        timeout: the seconds without any data after which a request has failed.
        retries: the number of further requests after a failed one, with growing pauses.
        top_logprobs: the number of most probable tokens whose log-probabilities the server gives, up to 20; 0 for none. They
            give the probabilities of actions where fewer than 10 are legal.

    Raises:
        ArgumentError: an attribute has an invalid value.
        MissingLibraryError: the library `openai` is not installed.
    """

    model: str
    url: str
    temperature: float | None = 0.0
    max_tokens: int = 2000
    seed: int | None = None
    timeout: float = 120.0
    retries: int = 5
    top_logprobs: int = 0

    def __post_init__(self) -> None:
        try:
            address = urlsplit(self.url)
            valid = bool(address.hostname) and address.port != 0
        except ValueError:  # the port is no number, or the host is no address
            valid = False
        if not valid or "@" in address.netloc:
            raise ArgumentError(
                "the address of a server has a host, a port from 1 to 65535, and no user and password; "
                f"the key is in the variable {answers.KEY}: {FORM}"
            )
        if self.temperature is not None:
            number("temperature", self.temperature, 0, 100)
        whole_number("max_tokens", self.max_tokens, 1)
        if self.seed is not None:
            whole_number("seed", self.seed)
        number("timeout", self.timeout, 0.01, 86_400)
        whole_number("retries", self.retries, 0, 100)
        whole_number("top_logprobs", self.top_logprobs, 0, 20)
        load("openai")

    @property
    def fingerprint(self) -> str:
        """The model, the server, and the settings that answers depend on."""
        asked = [self.top_logprobs] if self.top_logprobs else []
        return json.dumps([self.model, self.url, self.temperature, self.max_tokens, self.seed, *asked])

    def __call__(self, messages: Sequence[Mapping[str, str]]) -> Answer:
        """Ask the model.

        Raises:
            NoAnswerError: the server cannot be reached, refuses the request, or answers in another form.
        """
        openai: Any = load("openai")
        start = perf_counter()
        try:
            completion = self._complete(openai, messages)
            choice, usage = completion.choices[0], completion.usage
            content = choice.message.content or ""
            if not isinstance(content, str):
                raise TypeError("the content of its message is not a string")
            text = answers.without_key(content)
            asked, said = (answers.token_count(getattr(usage, name, 0)) for name in ("prompt_tokens", "completion_tokens"))
            numbers = answers.number_probabilities(_alternatives(choice)) if self.top_logprobs else None
            return Answer(text, asked, said, choice.finish_reason == "length", perf_counter() - start, numbers)
        except openai.OpenAIError as error:
            reason = f"{error} {error.__cause__ or ''}"
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            reason = f"the answer is no chat completion ({type(error).__name__}: {error})"
        raise NoAnswerError(f"{self.model} at {self.url} gives no answer: {answers.shown_reason(reason)}")

    def _complete(self, openai: Any, messages: Sequence[Mapping[str, str]]) -> Any:
        client = _client(self.url, answers.server_key() or "none", self.timeout, self.retries)
        request = {"model": self.model, "messages": messages, "temperature": self.temperature, "seed": self.seed}
        request = {name: value for name, value in request.items() if value is not None}
        if self.top_logprobs:
            request |= {"logprobs": True, "top_logprobs": self.top_logprobs}
        while True:
            new = (self.url, self.model) in _new_limits
            limit = {"max_completion_tokens" if new else "max_tokens": self.max_tokens}
            try:
                return client.chat.completions.create(**request, **limit)
            except openai.BadRequestError as error:
                if new or "max_completion_tokens" not in str(error):
                    raise
                _new_limits.add((self.url, self.model))


def _alternatives(choice: Any) -> list[tuple[str, dict[str, float]]]:
    """Return the tokens of an answer, each with the log-probabilities of the most probable tokens in its place."""
    if choice.logprobs is None or choice.logprobs.content is None:
        raise TypeError("it has no logprobs: this server takes no top_logprobs")
    return [(token.token, {one.token: one.logprob for one in token.top_logprobs}) for token in choice.logprobs.content]


@cache
def _client(url: str, key: str, timeout: float, retries: int) -> Any:
    openai: Any = load("openai")
    return openai.OpenAI(base_url=url, api_key=key, timeout=timeout, max_retries=retries)


def make_server_agent(name: str, **given: Any) -> TextAgent:
    """Make the agent of a name such as "llm:qwen3@http://127.0.0.1:8000/v1?max_tokens=500".

    Args:
        name: the model and the address, with settings in the form of a query.
        **given: the same settings: attributes of `ChatServer`, and arguments of `TextAgent` (`legal`, `attempts`, `at_once`,
            `answers`). `answers` is by default the folder "runs/answers"; None stores no answers.

    Raises:
        ArgumentError: the name has another form, or a setting is unknown or invalid.
        MissingLibraryError: the library `openai` is not installed.
    """
    parts = NAME.fullmatch(name)
    if parts is None:
        raise ArgumentError(f'a model on a server is named as in {FORM}, not "{answers.shown_reason(name)}"')
    settings: dict[str, Any] = {"answers": ANSWERS, **_parsed(parts["settings"] or ""), **given}
    for setting in settings:
        if setting not in KINDS:
            raise UnknownArgumentError(unexpected("llm", setting, KINDS, "settings"))
    of_server = {setting: value for setting, value in settings.items() if setting in SERVER_SETTINGS}
    of_agent = {setting: value for setting, value in settings.items() if setting not in SERVER_SETTINGS}
    return TextAgent(ChatServer(parts["model"], parts["url"], **of_server), name, **of_agent)


SERVER_SETTINGS = tuple(field.name for field in dataclasses.fields(ChatServer) if field.name not in ("model", "url"))
HINTS = typing.get_type_hints(ChatServer)
KINDS = {name: (typing.get_args(HINTS[name]) or (HINTS[name],))[0] for name in SERVER_SETTINGS}
KINDS |= {"legal": str, "attempts": int, "at_once": int, "answers": str}


def _parsed(query: str) -> dict[str, Any]:
    """Convert the settings in a name to the types of the settings."""
    settings: dict[str, Any] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name in settings:
            raise ArgumentError(f'the settings of a model contain "{name}" twice')
        try:
            settings[name] = None if text == "none" else KINDS.get(name, str)(text)
        except ValueError:
            raise ArgumentError(f'{name} of a model must be a number, not "{text:.80}"') from None
    return settings
