"""pu_rivals - what others do with positives and unlabeled rows, by scikit-learn and NumPy; for make pu-bench.

A rival is score(positives, unlabeled, prior, seed, new=None): a number for each unlabeled row, or for each row of `new`, larger for those that
are more likely positive. Columns are standardised over positives and unlabeled rows, as the authors of all of them do. No row is scored by what
was fitted to it as unlabeled, wherever that can be had (out of bag, or by five folds): scored by themselves, forests and boosted trees lose much.
The prior decides what is learned where a method uses it; labels are made of scores by the same cut for all.

  elkan-noto    P(labelled | row) by a classifier of positives against unlabeled rows; the constant that turns it into P(positive | row)
                does not change the order (Elkan, Noto 2008)
  bagging       classifiers of the positives against as many unlabeled rows, drawn anew for each; their mean over rows not drawn
                (Mordelet, Vert 2014)
  spies         a part of the positives hides among the unlabeled rows; rows that score below nearly all of them are negatives for a second
                classifier (Liu and others 2002)
  two-step      the lowest half of the negatives to be expected are reliable; a second classifier learns from them (Li, Liu 2003)
  upu           the risk of a classifier of both classes, without bias by positives and unlabeled rows (du Plessis and others 2015)
  nnpu          the same, its share of the negatives kept from falling below zero (Kiryo and others 2017)
"""
import functools

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

TREES = 300      # of a forest; out of bag, more trees change the second decimal
BAGS = {"trees": 100, "svm": 30}
SPIES = .15      # of the positives: Liu's
BELOW = .1       # of the spies may score below a reliable negative
HIDDEN = (100, 100)


def forest(seed):
    return RandomForestClassifier(TREES, min_samples_leaf=5, oob_score=True, random_state=seed)


def logistic(seed):
    return LogisticRegression(max_iter=1000)


def boosted(seed):
    return HistGradientBoostingClassifier(random_state=seed)


def tree(seed):
    return DecisionTreeClassifier(max_features="sqrt", random_state=seed)


def svm(seed):
    return SVC(class_weight="balanced", random_state=seed)


def stacked(first, second):
    """Rows of two classes, and which belong to the first."""
    return np.vstack([first, second]), np.arange(len(first) + len(second)) < len(first)


def values(model, rows):
    if hasattr(model, "decision_function"):
        return model.decision_function(rows)
    return model.predict_proba(rows)[:, 1]


# ---- Elkan and Noto ---------------------------------------------------------

def out_of_fold(make, positives, unlabeled, seed):
    """Scores of the unlabeled rows by models that were fitted without them."""
    rows, is_labelled = stacked(positives, unlabeled)
    model = make(seed)
    if getattr(model, "oob_score", False):
        return model.fit(rows, is_labelled).oob_decision_function_[len(positives):, 1]
    folds = StratifiedKFold(min(5, len(positives)), shuffle=True, random_state=seed)
    return cross_val_predict(model, rows, is_labelled, cv=folds, method="predict_proba")[len(positives):, 1]


def elkan_noto(make, positives, unlabeled, prior, seed, new=None):
    if new is None:
        return out_of_fold(make, positives, unlabeled, seed)
    return values(make(seed).fit(*stacked(positives, unlabeled)), new)


# ---- Bagging ----------------------------------------------------------------

def bagging(make, bags, positives, unlabeled, prior, seed, new=None):
    random = np.random.RandomState(seed)
    total = np.zeros(len(unlabeled if new is None else new))
    count = np.zeros(len(total))
    for bag in range(bags):
        drawn = random.randint(len(unlabeled), size=min(len(positives), len(unlabeled)))
        model = make(seed * bags + bag).fit(*stacked(positives, unlabeled[drawn]))
        scored = np.setdiff1d(np.arange(len(unlabeled)), drawn) if new is None else np.arange(len(new))
        total[scored] += values(model, (unlabeled if new is None else new)[scored])
        count[scored] += 1
    return total / np.maximum(count, 1)


# ---- Reliable negatives -----------------------------------------------------

def spies(positives, unlabeled, prior, seed, new=None):
    order = np.random.RandomState(seed).permutation(len(positives))
    hidden = order[:max(1, round(SPIES * len(positives)))]
    known = np.delete(positives, hidden, axis=0) if len(hidden) < len(positives) else positives
    scores = out_of_fold(forest, known, np.vstack([unlabeled, positives[hidden]]), seed)
    border = np.quantile(scores[len(unlabeled):], BELOW)
    scores = scores[:len(unlabeled)]
    lowest = np.sort(scores)[max(9, len(unlabeled) // 20)]  # a twentieth of the rows at least: one low spy must not leave none
    is_negative = scores <= max(np.nextafter(border, -np.inf), lowest)
    model = forest(seed).fit(*stacked(positives, unlabeled[is_negative]))
    if new is not None:
        return values(model, new)
    found = values(model, unlabeled)
    found[is_negative] = model.oob_decision_function_[len(positives):, 1]
    return found


def two_step(positives, unlabeled, prior, seed, new=None):
    scores = out_of_fold(logistic, positives, unlabeled, seed)
    count = max(10, round((1 - prior) * len(unlabeled) / 2))
    model = svm(seed).fit(*stacked(positives, unlabeled[np.argsort(scores)[:count]]))
    return values(model, unlabeled if new is None else new)


# ---- uPU and nnPU -----------------------------------------------------------

class Network:
    """Layers of rectified units and a number, learned by Adam; without hidden layers, a linear function."""
    DECAY = 1e-4

    def __init__(self, columns, hidden, random):
        sizes = [columns, *hidden, 1]
        self.depth, self.steps = len(sizes) - 1, 0
        self.rate = 1e-3 if hidden else 1e-2  # a line has farther to go
        self.weights = [random.randn(a, b) * np.sqrt(2 / a) for a, b in zip(sizes, sizes[1:])]
        self.weights += [np.zeros(b) for b in sizes[1:]]
        self.mean = [np.zeros_like(weight) for weight in self.weights]
        self.square = [np.zeros_like(weight) for weight in self.weights]

    def forward(self, rows):
        """Values of all layers, the last a number for each row."""
        layers = [rows]
        for k in range(self.depth):
            value = layers[-1] @ self.weights[k] + self.weights[self.depth + k]
            layers.append(np.maximum(value, 0) if k < self.depth - 1 else value)
        return layers

    def gradient(self, layers, slope):
        """Of sum_i slope_i f(row_i) in the weights."""
        back, found = slope[:, None], [None] * (2 * self.depth)
        for k in reversed(range(self.depth)):
            found[k], found[self.depth + k] = layers[k].T @ back, back.sum(axis=0)
            back = (back @ self.weights[k].T) * (layers[k] > 0)
        return found

    def step(self, gradient):
        self.steps += 1
        for k, slope in enumerate(gradient):
            slope = slope + self.DECAY * self.weights[k] if k < self.depth else slope
            self.mean[k] = .9 * self.mean[k] + .1 * slope
            self.square[k] = .999 * self.square[k] + .001 * slope * slope
            mean, square = self.mean[k] / (1 - .9 ** self.steps), self.square[k] / (1 - .999 ** self.steps)
            self.weights[k] -= self.rate * mean / (np.sqrt(square) + 1e-8)


def slopes(values_, is_positive, prior, is_clipped=True):
    """Slope of the risk that is to be reduced, in each value; the loss of a row is 1 / (1 + e^(+-f)).

    With l(f) = 1 / (1 + e^f): risk = prior mean_P l(f) + max(0, mean_U l(-f) - prior mean_P l(-f)); when the last part is
    negative, it is raised instead. uPU is without the maximum.
    """
    loss = 1 / (1 + np.exp(np.clip(values_, -30, 30)))
    slope = loss * (1 - loss)          # -dl(f)/df and dl(-f)/df
    own, other = is_positive / max(1, is_positive.sum()), ~is_positive / max(1, (~is_positive).sum())
    negative = other @ (1 - loss) - prior * (own @ (1 - loss))
    part = slope * (other - prior * own)
    return -prior * own * slope + part if negative >= 0 or not is_clipped else -part


def risk(hidden, is_clipped, positives, unlabeled, prior, seed, new=None, epochs=100, batches=10):
    random = np.random.RandomState(seed)
    rows, is_positive = stacked(positives, unlabeled)
    network = Network(rows.shape[1], hidden, random)
    for _ in range(epochs):
        mixed = [np.array_split(random.permutation(np.where(part)[0]), batches) for part in (is_positive, ~is_positive)]
        for own, other in zip(*mixed):
            batch = np.concatenate([own, other])
            layers = network.forward(rows[batch])
            network.step(network.gradient(layers, slopes(layers[-1][:, 0], is_positive[batch], prior, is_clipped)))
    return network.forward(unlabeled if new is None else new)[-1][:, 0]


METHODS = {
    "elkan-noto forest": functools.partial(elkan_noto, forest),
    "elkan-noto logistic": functools.partial(elkan_noto, logistic),
    "elkan-noto boosted": functools.partial(elkan_noto, boosted),
    "bagged trees": functools.partial(bagging, tree, BAGS["trees"]),
    "bagged svm": functools.partial(bagging, svm, BAGS["svm"]),
    "spies forest": spies,
    "two-step svm": two_step,
    "nnpu network": functools.partial(risk, HIDDEN, True),
    "nnpu linear": functools.partial(risk, (), True),
    "upu linear": functools.partial(risk, (), False),
}


def score(name, positives, unlabeled, prior, seed, new=None):
    scale = StandardScaler().fit(np.vstack([positives, unlabeled]))
    given = [scale.transform(part) for part in (positives, unlabeled)]
    return METHODS[name](*given, prior, seed, **({} if new is None else {"new": scale.transform(new)}))
