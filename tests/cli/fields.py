"""Is docs/reference/json.md true? Every verb is run with --json, and every .json file is written.

Each field that is printed must be in the section of its document, with the type that stands there; null
only where the page says so; each field without "Absent" must always be there. Each field of the page must
be printed by some run. Fields of a section that names a C struct must be fields of that struct.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

PAGE, INCLUDE = sys.argv[1:3]

# Section -> commands; what they print is a document of that section, and so is what FILE.json gets.
RUNS = {
    "partial": ["partial a.csv b.csv --mass 0.4", "partial a.csv b.csv --price-column y", "partial a.csv b.csv --mass 0.4 --plan -o plan.npz",
                "partial a.csv b.csv --mass 0.4 -q -o FILE.json", "partial --cost forbidden.csv --mass max"],
    "entropic": ["partial a.csv b.csv --mass 0.4 --entropic 0.1"],
    "gromov_entropic": ["gromov a.csv b.csv --mass 0.4 --entropic 0.1", "gromov a.csv b.csv --mass 0.4 --entropic 0.1 --fused 0.5"],
    "line": ["partial ax.csv bx.csv --mass 0.4 --line 2"],
    "curve": ["curve a.csv b.csv", "curve a.csv b.csv -q -o FILE.json", "curve --cost one.csv", "curve --cost forbidden.csv --mass 0.3"],
    "at": ["curve a.csv b.csv --at 0.2,1", "curve many.npy more.npy --at 0.01,0.02"],
    "gromov": ["gromov a.csv b.csv --mass 0.4 --plan", "gromov a.csv b.csv --mass 0.4 --restarts 2 -q -o FILE.json",
               "gromov --graph a.edges a.edges --mass 2 --plan",
               "gromov a.csv b.csv --mass auto"],
    "path": ["gromov a.csv b.csv --path"],
    "certify": ["certify plan.npz a.csv b.csv", "certify plan.npz a.csv c.csv --tolerance 0.1"],
    "judge": ["certify plan.csv a.csv b.csv", "certify other.csv a.csv b.csv", "certify too_much.csv a.csv b.csv", "certify below.csv a.csv b.csv",
              "certify crossed.csv --cost forbidden.csv", "certify nothing.csv a.csv b.csv"],
    "explain": ["explain plan.npz %d a.csv b.csv" % row for row in range(6)] + ["explain forbidden.npz 0 --cost forbidden.csv"],
    "label": ["explain labels.csv 3 pos.csv all.csv", "explain labels.csv 3 pos.csv all.csv --method gromov",
              "explain labels.csv 3 pos.csv all.csv --method forest", "explain labels.csv 3 pos.csv all.csv --method learned"],
    "align": ["align a.csv b.csv --mass 0.5 --restarts 2", "align a.csv b.csv --by-distances"],
    "register": ["register a.csv b.csv --overlap auto", "register a.csv b.csv --overlap 0.5 --scale zscore -q --matrix FILE.json"],
    "match": ["match a.csv b.csv --caliper 0.5 --pairs", "match a.csv b.csv --column-caliper x=0.1 --pairs", "match --cost one.csv"],
    "drift": ["drift pos.csv all.csv", "drift pos.csv named.csv --id name"],
    "pu": ["pu pos.csv all.csv --prior auto -o l1.csv", "pu pos.csv all.csv --prior 0.4 --truth truth.csv --tune -o l2.csv",
           "pu pos.csv all.csv --prior 0.4 --check -o l3.csv", "pu pos.csv all.csv --prior 0.97 --check -o l11.csv", "pu pos.csv all.csv --prior 0.4 --propensity chances.csv -o l12.csv", "pu pos.csv all.csv --prior 0.4 --probabilities -o l10.csv", "pu pos.csv all.csv --prior 0.4 --method gromov -o l4.csv",
           "pu pos.csv all.csv --prior 0.4 --method nearest -o l5.csv", "pu pos.csv all.csv --prior 0.4 --method forest --rounds 2 -o l8.csv",
           "pu pos.csv all.csv --prior 0.4 --method learned --classifier ensemble -o l9.csv", "pu pos.csv all.csv --prior 0.4 --report r.html -o l6.csv"],
    "estimate": ["prior pos.csv all.csv --curve", "prior pos.csv all.csv --of-all"],
    "predict": ["predict model.npz all.csv -o l7.csv"],
    "cost": ["cost a.csv b.csv -o c.npy"],
    "pairwise": ["pairwise a.csv b.csv c.csv --mass 0.4", "pairwise a.csv b.csv --mass 2", "pairwise a.edges a.edges --graph --method gromov", "pairwise a.csv b.csv -q -o FILE.json"],
    "make": ["make moons -n 5 -o m.csv"],
    "convert": ["convert a.csv a.npy", "convert plan.npz converted.json"],
    "doctor": ["doctor pos.csv named.csv missing.csv"],
    "plot": ["plot plan.npz a.csv b.csv -o p.svg", "plot labels.csv pos.csv all.csv -o q.svg"],
}

# Fields that a document has and the struct of its section says in another way, or the command adds.
BESIDE = {
    "result": {"gap", "lambda", "rows", "cols", "count", "iterations", "pivots", "passes", "u", "v"},
    "certificate": {"proved"},
    "calibration": {"levels"},
    "judge": {"of", "tolerance", "certificate", "rows", "cols", "count"},
    "entropic": {"gap", "reg", "lambda", "iterations"},
    "gromov_entropic": {"alpha", "loss", "reg", "lambda", "iterations"},
    "line": {"rows", "cols", "count"},
    "curve": {"has_elbow", "iterations", "pivots", "passes", "curve"},
    "gromov": {"alpha", "loss", "path", "source_names", "target_names"},
    "path": {"mass", "objective", "lambda", "distortion"},
    "pairwise": {"method", "metric", "mass", "share", "names"},
    "pair_failure": {"message"},
    "label": {"id", "label", "score", "rank", "prior", "prior_at_border", "last_positive", "first_negative", "method"},
    "columns": {"name", "value"},
    "column": {"name"},
    "register": {"motion", "overlap_from", "scaling", "affine", "certificate"},
    "match": {"certificate", "balance"},
    "match_side": {"reasons"},
    "match_reasons": {"matched", "far", "column", "nobody", "taken", "price", "capacity", "forbidden"},
    "match_column": {"name", "before", "after"},
    "match_check": {"proved"},
    "drift": {"n_reference", "features", "level", "room", "label_first"},
    "pu": {"n_positive", "n_effective", "features", "method", "kernel", "classifier", "estimate", "bias", "cause", "by_border", "border_z", "spies", "calibration", "criteria", "sensitivity", "columns", "certificate", "metrics", "tuning", "warnings"},
}

wrong = []


def complain(text):
    if text not in wrong:
        wrong.append(text)


class Section:
    def __init__(self, text):
        self.types, self.optional, self.seen = {}, set(), set()
        self.parents = re.findall(r"Also the fields of \[(\w+)\]", text)
        self.structs = re.findall(r"`(parot_\w+)`", text.split("\n|")[0])
        for line in re.findall(r"^\| (`.*) \|$", text, re.M):
            names, kind, _, meaning = re.split(r" ?(?<!\\)\| ?", line)
            for name in re.findall(r"`(\w+)`", names):
                if name in self.types:
                    complain("%s is listed twice in one section" % name)
                self.types[name] = kind.strip()
                if "Absent" in meaning:
                    self.optional.add(name)


def sections():
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    return {name: Section(body) for name, body in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, re.M | re.S)}


def fields_of(page, name):
    """(Section, field) of a document, with those of its parents."""
    section = page[name]
    found = {field: section for field in section.types}
    for parent in section.parents:
        found.update(fields_of(page, parent))
    return found


SIMPLE = {"null": (type(None),), "flag": (bool,), "text": (str,), "integer": (int,), "number": (int, float)}


def check_value(page, path, kind, value):
    """Whether a value has the type that the page states."""
    for option in re.split(r" or (?![^\[]*\])", kind):  # not inside of brackets
        object_of = re.fullmatch(r"(list of )?\[(\w+)\]\(#\2\)", option)
        if object_of and isinstance(value, list if object_of[1] else dict):
            for item in value if object_of[1] else [value]:
                check_object(page, path, object_of[2], item)
            return
        if not object_of and option.startswith("[") and isinstance(value, list):
            for item in value:
                check_value(page, path + "[]", option[1:-1], item)
            return
        if type(value) in SIMPLE.get(option, ()):
            return
    complain("%s: is %s, the page says %s" % (path, json.dumps(value)[:40], kind))


def check_object(page, path, name, value, loose=frozenset(), own=()):
    known = dict(fields_of(page, name))
    for extra in own:
        known.update(fields_of(page, extra))
    for field, item in value.items():
        if field not in known:
            complain("%s.%s: is printed, and not in section %s" % (path, field, name))
            continue
        known[field].seen.add(field)
        check_value(page, "%s.%s" % (path, field), known[field].types[field], item)
    for field, section in known.items():
        if field not in value and field not in section.optional and field not in loose:
            complain("%s.%s: is missing, and section %s does not say Absent" % (path, field, name))


def points(name, count, shift, columns=("x", "y")):
    with open(name, "w") as file:
        print(*columns, sep=",", file=file)
        for k in range(count):
            print(*("%.6f" % (shift + (k * (7 + 3 * c) % 23) / 23 + (k * k % 11) / 37) for c in range(len(columns))), sep=",", file=file)


def make_files():
    points("a.csv", 12, 0)
    points("b.csv", 10, 0.3)
    with open("a.edges", "w") as file:
        file.write("a b\nb c\nc d\n")
    points("c.csv", 10, 0.7)
    points("ax.csv", 12, 0, ("x",))
    points("bx.csv", 10, 0.3, ("x",))
    points("pos.csv", 40, 0, ("x", "y", "z"))
    with open("chances.csv", "w") as file:
        file.write("".join("%g\n" % (0.5 + k / 100) for k in range(40)))
    points("like.csv", 30, 0.01, ("x", "y", "z"))
    points("far.csv", 30, 2, ("x", "y", "z"))
    with open("all.csv", "w") as file, open("named.csv", "w") as named, open("truth.csv", "w") as truth:
        print("label", file=truth)
        for which, name in enumerate(("like.csv", "far.csv")):
            lines = open(name).read().splitlines()
            if which == 0:
                print(lines[0], file=file)
                print("name,", lines[0], sep="", file=named)
            for k, line in enumerate(lines[1:]):
                print(line, file=file)
                print("%s %d," % (name[:-4], k), line, sep="", file=named)
                print(1 - which, file=truth)
    for name, text in {"forbidden.csv": "inf,inf\n1,2\n", "one.csv": "1,1\n1,1\n", "other.csv": "0,1,0.1\n1,0,0.1\n",
                       "too_much.csv": "0,1,0.9\n", "below.csv": "0,1,0.1\n1,1,-0.1\n", "crossed.csv": "0,0,0.1\n",
                       "nothing.csv": "0,0,0\n"}.items():
        with open(name, "w") as file:
            file.write(text)
    for line in ("partial a.csv b.csv --mass 0.4 -o plan.npz", "partial a.csv b.csv --mass 0.4 -o plan.csv", "partial --cost forbidden.csv --mass 0.3 -o forbidden.npz",
                 "pu pos.csv all.csv --prior 0.5 -o labels.csv --model model.npz",
                 "make blobs -n 21000 -o many.npy", "make blobs -n 21000 --seed 1 -o more.npy"):
        subprocess.run(["parot", *line.split(), "-q"], check=True)


def run(page, name, line):
    """Runs a command, and judges its document and the file that it writes."""
    is_file = "FILE.json" in line
    words = line.replace("FILE.json", "file.json").split() + ([] if is_file else ["--json"])
    if "-o" in words or is_file:
        words.append("-f")
    done = subprocess.run(["parot", *words], capture_output=True, text=True, check=False)
    try:
        document = json.load(open("file.json")) if is_file else json.loads(done.stdout)
    except ValueError:
        complain("parot %s: prints no document: %s" % (line, done.stderr.strip()))
        return
    loose = set(page["result"].types) if document["status"] == "infeasible" else set()
    check_object(page, name, name, document, loose, ("document",))


def check_verbs():
    """A verb that is new, and has --json, must be run."""
    listed = subprocess.run(["parot", "--help"], capture_output=True, text=True, check=True).stdout
    verbs = set(re.findall(r"^  (\w+)  +[a-z]", listed, re.M)) - {"help"}
    assert len(verbs) >= 15, verbs
    for verb in verbs - {line.split()[0] for lines in RUNS.values() for line in lines}:
        complain("parot %s: is not run here" % verb)


def structs():
    text = "".join(open(os.path.join(INCLUDE, name), encoding="utf-8").read() for name in sorted(os.listdir(INCLUDE)))
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return {name: set(re.findall(r"(\w+)(?:\[\w+\])?\s*(?=,|;)", body))
            for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, flags=re.S)}


def check_names(page):
    known = structs()
    for name, section in page.items():
        for struct in section.structs:
            for field in set(section.types) - known[struct] - BESIDE.get(name, set()):
                complain("%s.%s: %s has no such field" % (name, field, struct))
    for name, fields in BESIDE.items():
        for field in fields - set(page[name].types):
            complain("%s.%s: is an exception that is not needed" % (name, field))


def main():
    page = sections()
    os.chdir(tempfile.mkdtemp())
    make_files()
    check_verbs()
    check_names(page)
    for name, lines in RUNS.items():
        for line in lines:
            run(page, name, line)
    for name, section in page.items():
        for field in set(section.types) - section.seen:
            complain("section %s: no run prints %s" % (name, field))
    print("%d sections, %d fields, %d runs" % (len(page), sum(len(s.types) for s in page.values()), sum(map(len, RUNS.values()))))
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
