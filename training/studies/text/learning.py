"""A language model learns single decisions of a game: which number to answer, where a search has priced all actions.

    pip install transformers accelerate gguf
    python -m dig_envs.training.studies.text.learning --model FOLDER --weights FILE.gguf --game dig_dig_v0 --variant tiny

The model reads rules and position as each agent `llm:MODEL@URL` does. Its answer begins with `{"action":`, and the next token
is the number of an action, with a known probability. So the loss is the expected reward of a decision, without samples: a legal
number is worth minus the regret of its action, every other token -1. The model reads the rules, which are the same at all
positions, once an update and without gradients.
"""

import copy
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np

from dig_envs import agents, exact, game_of
from dig_envs.agents.language_model.answers import Answer
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.errors import ArgumentError
from dig_envs.training.one_file import harness
from dig_envs.training.studies.text.measures import ask_positions, condition_of
from dig_envs.training.studies.text.positions import PricedPositions, priced_positions
from dig_envs.utils.libraries import load, optional_imports

with optional_imports():
    import torch

OPENING = '{"action":'
MAX_CHOICES = 9  # their numbers are one token
TEST = 0  # the first deal of the measured positions, as in `dig-envs study text`
TRAIN = 1_000_000  # the first deal of the positions to learn from

Messages = list[dict[str, str]]


@dataclass(frozen=True)
class Settings:
    model: Annotated[str, "folder or name of the model, for `from_pretrained` of transformers"] = ""
    weights: Annotated[str, "file of the weights in that folder, if it is a GGUF file"] = ""
    game: Annotated[str, "the game"] = "dig_dig_v0"
    variant: Annotated[str, "a small variant"] = "tiny"
    positions: Annotated[int, "positions to learn from"] = 240
    test_positions: Annotated[int, "positions of other deals to measure adherence and regret"] = 60
    playouts: Annotated[int, "playouts that price the actions of a position"] = 1000
    updates: Annotated[int, "updates of the weights; 0 to measure alone"] = 24
    batch: Annotated[int, "positions of an update"] = 6
    layers: Annotated[int, "last layers that learn"] = 8
    learning_rate: Annotated[float, "of Adam at the start; falls to 0"] = 1e-4
    seed: Annotated[int, "seed of the order of positions"] = 1
    save: Annotated[str, "folder of the new weights; empty for none"] = ""
    output: Annotated[str, "JSON file of the result"] = "runs/text/learning.json"


class Reader:
    """A causal language model that answers with a number. It is the function of messages that a text agent takes."""

    def __init__(self, model: str, weights: str):
        library: Any = load("transformers")
        given = {"gguf_file": weights} if weights else {}
        self.tokenizer = library.AutoTokenizer.from_pretrained(model, padding_side="left", **given)
        self.tokenizer.pad_token = self.tokenizer.pad_token or self.tokenizer.eos_token
        self.model = library.AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32, **given)
        self.model.hf_quantizer = None  # the weights are floats now, and can be saved
        self.model.eval()  # no dropout
        self.numbers = self._numbers()
        self._read: dict[str, Any] = {}

    def _numbers(self) -> list[int]:
        """Return the token of each number from 1 after the opening of an answer, and store the opening's exact text."""
        rows = [self.tokenizer(f"{OPENING} {k}}}")["input_ids"] for k in range(1, MAX_CHOICES + 1)]
        place = next(k for k, tokens in enumerate(zip(*rows, strict=False)) if len(set(tokens)) > 1)
        numbers = [row[place] for row in rows]
        if len(set(numbers)) < MAX_CHOICES:
            raise ArgumentError(f"the tokenizer has no token of its own for each number from 1 to {MAX_CHOICES}")
        self.opening = self.tokenizer.decode(rows[0][:place], skip_special_tokens=True)
        return numbers

    def learned(self) -> None:
        """Forget what was read with other weights."""
        self._read.clear()

    @torch.no_grad()
    def _rules(self, text: str) -> Any:
        """Return the keys and values of the text that all positions begin with, and its length."""
        if text not in self._read:
            tokens = self.tokenizer(text, return_tensors="pt", add_special_tokens=False)["input_ids"]
            self._read[text] = self.model(tokens, use_cache=True, logits_to_keep=1).past_key_values, tokens.shape[1]
        return self._read[text]

    def log_probabilities(self, talks: list[Messages]) -> torch.Tensor:
        """Return the log-probabilities of the first token after the opening, (n, tokens). All talks have the same rules."""
        texts = [self.tokenizer.apply_chat_template(talk, tokenize=False, add_generation_prompt=True) for talk in talks]
        end = texts[0].index(talks[0][0]["content"]) + len(talks[0][0]["content"])
        cache, length = self._rules(texts[0][:end])
        asked = [text[end:] + self.opening for text in texts]
        tokens = self.tokenizer(asked, return_tensors="pt", padding=True, add_special_tokens=False)
        cache = copy.deepcopy(cache)
        cache.batch_repeat_interleave(len(talks))
        mask = torch.cat([torch.ones(len(talks), length, dtype=torch.long), tokens["attention_mask"]], 1)
        places = (mask.cumsum(1) - 1)[:, length:]
        output = self.model(
            tokens["input_ids"], attention_mask=mask, position_ids=places, past_key_values=cache, logits_to_keep=1
        )
        return output.logits[:, -1].log_softmax(-1)

    @torch.no_grad()
    def __call__(self, messages: Messages) -> Answer:
        """Answer with the most probable token, and give the probability of each number."""
        start, probabilities = time.perf_counter(), self.log_probabilities([messages])[0].exp()
        text = f"{self.opening}{self.tokenizer.decode(probabilities.argmax())}}}"
        numbers = {f"{k + 1}": float(probabilities[token]) for k, token in enumerate(self.numbers)}
        return Answer(text, completion_tokens=1, seconds=time.perf_counter() - start, numbers=numbers)


def measure(settings: Settings, reader: Reader, priced: PricedPositions) -> dict[str, float]:
    """Return the share of legal answers, the regret at test positions, and the exploitability."""
    player = agents.text_agent(reader, "reader", attempts=1, at_once=1)
    condition = condition_of(*ask_positions("listed", player, priced), None, True)
    form = exact.sequence_form(game_of(settings.game), priced.options)
    exploitability = exact.measure(form, player.action_probabilities).exploitability
    return {"legal": condition.legal.value, "regret": condition.regret.value, "exploitability": exploitability}


def loss_of(reader: Reader, talks: list[Messages], regrets: list[np.ndarray]) -> torch.Tensor:
    """Return minus the expected reward of a decision, the mean over positions.

    Args:
        regrets: the regrets of the legal actions of each position, in the order of their numbers.
    """
    probabilities = reader.log_probabilities(talks).exp()
    expected = []
    for row, of_legal in zip(probabilities, regrets, strict=True):
        legal = row[reader.numbers[: len(of_legal)]]
        expected.append(-(legal * torch.as_tensor(of_legal, dtype=legal.dtype)).sum() - (1 - legal.sum()))
    return -torch.stack(expected).mean()


def learn(
    settings: Settings,
    reader: Reader,
    talks: dict[int, Messages],
    regrets: dict[int, np.ndarray],
    report: Callable[[str], Any],
) -> list[float]:
    """Update the last layers of the model, and return the loss of each update.

    Args:
        talks, regrets: the messages and the regrets of the legal actions, by position.
    """
    reader.model.requires_grad_(False)
    for layer in reader.model.model.layers[-settings.layers :]:
        layer.requires_grad_(True)
    weights = [weight for weight in reader.model.parameters() if weight.requires_grad]
    optimizer, generator = torch.optim.Adam(weights, settings.learning_rate), np.random.default_rng(settings.seed)
    losses: list[float] = []
    for update in range(settings.updates):
        rows = generator.choice(len(talks), settings.batch, replace=False)
        optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - update / settings.updates)
        loss = loss_of(reader, [talks[row] for row in rows], [regrets[row] for row in rows])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        reader.learned()
        losses.append(loss.item())
        report(f"{update + 1:>5} updates  reward of a decision {-np.mean(losses[-20:]):.4f}")
    return losses


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train a model, and return the settings, the losses and the measurements before and after as plain data."""
    game = game_of(settings.game)
    options = harness.RunSettings(game=settings.game, variant=settings.variant).options
    bots = [find_agent(name, game) for name in default_agents(game)]
    test = priced_positions(game, options, bots, settings.test_positions, settings.playouts, TEST)
    learned = priced_positions(game, options, bots, settings.positions, settings.playouts, TRAIN)
    if learned.positions.masks.sum(axis=1).max() > MAX_CHOICES:
        raise ArgumentError(f"positions of {settings.game} in {settings.variant} have more than {MAX_CHOICES} choices")
    player = agents.text_agent(lambda messages: "", at_once=1)
    player.check(options)
    talks, legal = player.first_messages(learned.positions), learned.positions.masks == 1
    reader = Reader(settings.model, settings.weights)
    points = [measure(settings, reader, test)]
    report(f"before: {points[0]}")
    regrets = {row: learned.regrets[row, legal[row]] for row in talks}
    losses = learn(settings, reader, talks, regrets, report)
    if settings.updates:
        points.append(measure(settings, reader, test))
        report(f"after: {points[1]}")
    if settings.save:
        reader.model.save_pretrained(settings.save)
        reader.tokenizer.save_pretrained(settings.save)
    return {"settings": asdict(settings), "losses": losses, "measured": points}


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
