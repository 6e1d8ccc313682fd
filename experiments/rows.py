"""rows - the rows of the paper's tables: data, sizes, prior, and what the paper printed.

STAND_INS are rows with features of other networks where the paper has DeCAF's, of which not all can be had. Each is compared with what the
paper printed for DeCAF (`printed`), and is called by the name of its network.

PAPER has accuracies in per cent, of Table 1 (pu, pusb, p-W 0, p-W .025, p-GW 0, p-GW .025) and Table 2 (p-GW 0). REFERENCE has those
of independent scripts under the same protocol, p-W and p-GW by loss. SAVED has what the authors' code left in its repository.
"""
import collections

Row = collections.namedtuple("Row", "name positives unlabeled known rows prior dims")

# dims: principal components that the paper asks for, of positives and unlabeled rows; None: none
TABLES = [
    Row("mushrooms", "mushrooms", "mushrooms", 400, 800, .518, None),
    Row("shuttle", "shuttle", "shuttle", 400, 800, .786, None),
    Row("page-blocks", "page-blocks", "page-blocks", 400, 800, .898, None),
    Row("usps", "usps", "usps", 400, 800, .167, None),
    Row("connect-4", "connect-4", "connect-4", 400, 800, .658, None),
    Row("spambase", "spambase", "spambase", 400, 800, .394, None),
    Row("mnist", "mnist", "mnist", 400, 800, .1, None),
    Row("coloured mnist", "mnist", "mnist", 400, 800, .1, None),
]
DIMS = {"surf": 10, "decaf": 40, "squeezenet": 40, "mobilenetv2": 40, "flat": 2, "solid": 3}
NETWORKS = {"squeezenet": "SqueezeNet 1.1", "mobilenetv2": "MobileNetV2"}


def office(positives, unlabeled, letter):
    return Row("%s c to %s %s" % (positives, unlabeled, letter), positives + "-c", "%s-%s" % (unlabeled, letter), 100, 100, .1,
               (DIMS[positives], DIMS[unlabeled]))


TABLE_1 = TABLES + [office(kind, kind, letter) for kind in ("surf", "decaf") for letter in "cawd"]
TABLE_2 = [office(*kinds, letter) for kinds in (("surf", "decaf"), ("decaf", "surf")) for letter in "cawd"]
STAND_INS_1 = [office(kind, kind, letter) for kind in NETWORKS for letter in "cawd"]
STAND_INS_2 = [office(*kinds, letter) for kinds in (("surf", "squeezenet"), ("squeezenet", "surf")) for letter in "cawd"]
# The shapes of the paper's first figure, which distances do tell apart: what a passed control looks like.
SHAPES = [Row("shapes 2-D to 3-D", "flat-shapes", "solid-shapes", 60, 80, .5, (2, 3))]
ROWS = {row.name: row for row in TABLE_1 + STAND_INS_1 + TABLE_2 + STAND_INS_2 + SHAPES}


def is_apart(row):
    """Whether the columns of the two tables mean different things."""
    return row.positives.split("-")[0] != row.unlabeled.split("-")[0]


def stands_for(name):
    """The row of the paper that this one is compared with."""
    for network in NETWORKS:
        name = name.replace(network, "decaf")
    return name


def printed(name):
    """The paper's accuracies of the row, in the order of PAPER_COLUMNS."""
    return PAPER.get(stands_for(name), (None,) * len(PAPER_COLUMNS))


def printed_deviation(name):
    return PAPER_DEVIATION.get(stands_for(name), (None,) * len(PAPER_COLUMNS))

PAPER_COLUMNS = ("pu", "pusb", "p-W 0", "p-W .025", "p-GW 0", "p-GW .025")
PAPER = {
    "mushrooms": (91.1, 90.8, 96.3, 96.4, 95.0, 93.1),
    "shuttle": (90.8, 90.3, 95.8, 94.0, 94.2, 91.8),
    "page-blocks": (92.1, 90.9, 92.2, 91.6, 90.9, 90.8),
    "usps": (95.4, 95.1, 98.3, 98.1, 94.9, 93.3),
    "connect-4": (65.6, 58.3, 55.6, 61.7, 59.5, 60.8),
    "spambase": (84.3, 84.1, 78.0, 76.4, 70.2, 71.2),
    "mnist": (97.9, 97.8, 98.8, 98.6, 98.2, 97.9),
    "coloured mnist": (87.0, 80.0, 91.5, 91.5, 97.3, 98.0),
    "surf c to surf c": (89.3, 89.4, 90.0, 90.2, 87.2, 87.0),
    "surf c to surf a": (87.7, 85.6, 81.6, 81.8, 85.6, 85.6),
    "surf c to surf w": (84.4, 80.5, 82.2, 82.0, 85.6, 85.0),
    "surf c to surf d": (82.0, 83.2, 80.0, 80.0, 87.6, 87.8),
    "decaf c to decaf c": (93.9, 94.8, 94.0, 93.2, 86.4, 87.2),
    "decaf c to decaf a": (80.5, 82.2, 80.2, 80.2, 89.2, 88.8),
    "decaf c to decaf w": (82.4, 83.8, 80.2, 80.2, 89.2, 88.6),
    "decaf c to decaf d": (82.6, 83.6, 80.8, 80.6, 94.2, 93.2),
}
for name, accuracies in {"surf c to decaf": (87.0, 94.4, 94.4, 97.4), "decaf c to surf": (85.0, 83.2, 83.8, 82.8)}.items():
    for letter, accuracy in zip("cawd", accuracies):
        PAPER["%s %s" % (name, letter)] = (None, None, None, None, accuracy, None)

# Deviations that the paper printed, same order; its last column is headed "p-w 0.025" and must be p-GW.
PAPER_DEVIATION = {
    "mushrooms": (4.0, 4.7, 1.2, .8, .8, 1.1), "shuttle": (3.2, 4.5, .9, 1.2, 1.8, 1.7), "page-blocks": (1.2, 1.0, 1.4, .7, 1.2, 1.0),
    "usps": (1.2, 1.4, .4, .6, 2.0, 2.1), "connect-4": (.3, 1.0, 1.7, 1.6, 1.9, 1.7), "spambase": (3.6, 3.9, 2.6, 2.3, 2.2, 2.1),
    "mnist": (.5, .5, .5, .4, .4, 1.0), "coloured mnist": (3.5, 3.4, .4, .6, .8, 1.2),
    "surf c to surf c": (1.9, 1.5, 1.7, 1.4, 1.5, 1.7), "surf c to surf a": (1.4, 1.8, 1.2, 1.4, 1.8, 1.6),
    "surf c to surf w": (1.0, 6.4, 1.4, 1.3, 1.6, 1.0), "surf c to surf d": (.6, 3.6, 0, 0, 2.2, 2.0),
    "decaf c to decaf c": (2.2, 1.7, 1.3, 1.6, 1.3, .9), "decaf c to decaf a": (1.9, 2.2, .6, .6, .4, 1.4),
    "decaf c to decaf w": (3.0, .9, .6, .6, 1.4, None), "decaf c to decaf d": (3.3, .8, 1.0, .9, 1.5, .3),
    "surf c to decaf c": (None,) * 4 + (1.2, 1.3), "surf c to decaf a": (None,) * 4 + (1.1, 1.1),
    "surf c to decaf w": (None,) * 4 + (.6, None), "surf c to decaf d": (None,) * 4 + (1.0, 1.0),
    "decaf c to surf c": (None,) * 4 + (2.4, 2.4), "decaf c to surf a": (None,) * 4 + (3.7, 3.7),
    "decaf c to surf w": (None,) * 4 + (2.2, 2.2), "decaf c to surf d": (None,) * 4 + (1.3, 1.3),
}

REFERENCE = {
    "mushrooms": (95.3, 79.4), "shuttle": (94.7, 95.2), "page-blocks": (92.35, 91.1), "usps": (98.17, 96.8), "connect-4": (60.7, None),
    "spambase": (78.8, 69.9), "mnist": (99.1, 98.6),
}

SAVED = {"spambase": 78.25, "page-blocks": 92.10, "shuttle": 95.70}
