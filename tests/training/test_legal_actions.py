"""The distribution over legal actions is sb3-contrib's, in values and gradients, and draws legal actions alone."""

import numpy as np
import pytest
import torch as th
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from dig_envs.training.sb3.masked_distribution import LegalActions

ROWS, ACTIONS = 64, 37


def asked(kind, logits, masks, actions):
    """Return the numbers that an update needs from a distribution, and the gradient of their sum."""
    logits = logits.clone().requires_grad_()
    distribution = kind(ACTIONS).proba_distribution(logits)
    distribution.apply_masking(masks)
    likelihoods, entropy = distribution.log_prob(actions), distribution.entropy()
    (likelihoods + 0.3 * entropy).sum().backward()
    return likelihoods.detach(), entropy.detach(), logits.grad


@pytest.fixture
def decisions():
    """Return logits, masks with at least one legal action in each row, and a legal action of each row."""
    rng = np.random.default_rng(0)
    masks = rng.random((ROWS, ACTIONS)) < 0.2
    actions = rng.integers(ACTIONS, size=ROWS)
    masks[np.arange(ROWS), actions] = True
    masks[0] = np.arange(ACTIONS) == actions[0]  # a forced decision
    return th.from_numpy(rng.normal(0, 4, (ROWS, ACTIONS)).astype(np.float32)), masks, th.from_numpy(actions)


@pytest.mark.parametrize("as_masks", [np.asarray, lambda masks: th.from_numpy(masks).float(), lambda masks: None])
def test_it_is_the_distribution_of_sb3_contrib(decisions, as_masks):
    logits, masks, actions = decisions
    ours, theirs = (asked(kind, logits, as_masks(masks), actions) for kind in (LegalActions, MaskableCategoricalDistribution))
    for one, other in zip(ours, theirs, strict=True):
        assert th.allclose(one, other, atol=2e-6)
    if as_masks(masks) is not None:
        assert ours[0][0] == 0 and ours[1][0] == 0 and not ours[2][0].any()


def test_only_legal_actions_are_drawn_as_often_as_they_are_likely(decisions):
    logits, masks, _ = decisions
    distribution = LegalActions(ACTIONS).proba_distribution(logits)
    distribution.apply_masking(masks)
    likely = distribution.distribution.probs
    assert masks[np.arange(ROWS), distribution.mode()].all() and (distribution.mode() == likely.argmax(dim=1)).all()
    drawn = th.stack([distribution.sample() for _ in range(2_000)], dim=1)
    counted = th.zeros(ROWS, ACTIONS).scatter_add_(1, drawn, th.ones(drawn.shape)) / drawn.shape[1]
    assert not counted[~th.from_numpy(masks)].any() and (counted - likely).abs().max() < 0.06


def test_a_mask_replaces_the_one_before(decisions):
    logits, masks, _ = decisions
    distribution = LegalActions(ACTIONS).proba_distribution(logits)
    for legal in (masks, ~masks, None):
        distribution.apply_masking(legal)
        likely = distribution.distribution.probs.numpy()
        assert (likely[~legal] == 0).all() if legal is not None else (likely > 0).all()


def test_logits_of_illegal_actions_are_never_raised(decisions, monkeypatch):
    """MKL needs a hundred times as long for the exponentials of such logits."""
    for name in ("exp", "exp_", "logsumexp"):
        monkeypatch.setattr(th.Tensor, name, lambda *args, **kwargs: pytest.fail("an exponential of logits"))
    asked(LegalActions, *decisions)


def test_a_draw_that_is_rounded_up_is_still_legal(monkeypatch):
    """The last action is illegal, and the random number is the largest float32 below 1, or 0."""
    masks = th.tensor([[True, True, False], [False, True, False]])
    distribution = LegalActions(3).proba_distribution(th.zeros(2, 3))
    distribution.apply_masking(masks)
    for drawn, expected in ((1 - 2**-24, [1, 1]), (0.0, [0, 1])):
        monkeypatch.setattr(th, "rand_like", lambda like, drawn=drawn: th.full_like(like, drawn))
        assert distribution.sample().tolist() == expected
