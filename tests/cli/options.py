"""Does every option of every verb do something, or is it refused?

Each base line is run as it is and with one more option, whose value differs from the default. If
everything that is printed and written stays the same, the option was ignored, and is listed unless
it is known to be about something else (threads, limits, files that are replaced).
"""
import os
import re
import subprocess
import sys
import tempfile

IS_SHORT = "PAROT_INSTANCES" in os.environ  # builds that take ten times as long

# Options whose effect is not on the answer, or not on every answer.
NEUTRAL = {"--force", "--threads", "--time-limit", "--help", "--seed", "--verbose", "--na", "--na-values", "--strict", "--points", "--journal"}

# What may leave an answer as it is: (part of the base line, option).
# Numbers alone are never a header.
HARMLESS = {("prior", "--curve"), ("gromov", "--steps"), ("--line", "--columns"), ("--cost", "--no-header"), ("--distances", "--no-header")}

# Of pu; the others do the same for every method.
OF_METHODS = {"--kernel", "--classifier", "--rounds", "--trees", "--leaf", "--noise", "--whole-rows", "--neighbours", "--fused", "--restarts", "--apart", "--model", "--pca", "--positive"}

# Base lines, each with a name; files are made below.
BASES = {
    "pu": ["pu pos.csv all.csv --prior 0.37 -o OUT --json",
           *["pu pos.csv all.csv --prior 0.37 --method %s -o OUT --json" % m for m in
             ("ridge", "forest", "ensemble", "wasserstein", "matching", "nearest", "upu", "nnpu", "pusb", "gromov", "fused")],
           "pu marked.csv --label-column known --prior 0.37 -o OUT --json",
           "pu --graph a.edges b.edges --prior 0.5 -o OUT --json"],
    "prior": ["prior pos.csv all.csv --json"],
    "predict": ["predict model.npz all.csv -o OUT"],
    "partial": ["partial a.csv b.csv --mass 0.4 -o OUT --json", "partial --cost cost.csv --mass 0.4 -o OUT --json",
                "partial a.csv b.csv --price 900 -o OUT --json", "partial a.csv b.csv --price-source wide.csv -o OUT --json", "partial a.csv b.csv --mass 0.4 --entropic 0.1 -o OUT --json",
                "partial ax.csv bx.csv --mass 0.4 --line 1.5 -o OUT --json"],
    "curve": ["curve a.csv b.csv -o OUT", "curve a.csv b.csv --at 0.2,0.3 -o OUT", "curve --cost cost.csv -o OUT"],
    "gromov": ["gromov a.csv b.csv --mass 0.4 -o OUT --json", "gromov da.csv db.csv --distances --mass 0.4 -o OUT --json",
               "gromov a.csv b.csv --mass 0.4 --fused 0.5 -o OUT --json",
               "gromov --graph a.edges b.edges --mass 2.5 -o OUT --json",
               "gromov a.csv b.csv --mass 0.4 --entropic 0.1 -o OUT --json"],
    "align": ["align a.csv b.csv --mass 0.6 -o OUT --json"],
    "register": ["register a.csv b.csv --overlap 0.6 -o OUT --json"],
    "match": ["match a.csv b.csv --caliper 30 -o OUT --json", "match --cost cost.csv -o OUT --json"],
    "drift": ["drift pos.csv all.csv -o OUT --json"],
    "cost": ["cost a.csv b.csv -o OUT"],
    "pairwise": ["pairwise a.csv b.csv all.csv --mass 0.4 -o OUT --json", "pairwise a.csv b.csv --method gromov --mass 0.4 -o OUT --json",
                 "pairwise da.csv db.csv --distances --method gromov --mass 0.4 -o OUT --json", "pairwise a.edges b.edges --graph --method gromov -o OUT --json"],
    "certify": ["certify plan.npz a.csv b.csv", "certify costplan.npz --cost cost.csv", "certify plan.csv a.csv b.csv"],
    "explain": ["explain plan.npz 3 a.csv b.csv", "explain costplan.npz 3 --cost cost.csv", "explain labels.csv 3 pos.csv all.csv"],
    "plot": ["plot plan.npz a.csv b.csv -o OUT.svg", "plot plan.npz -o OUT.svg", "plot labels.csv -o OUT.svg",
             "plot labels.csv pos.csv all.csv -o OUT.svg", "plot curve.csv -o OUT.svg"],
    "convert": ["convert a.csv OUT", "convert plan.npz OUT"],
    "doctor": ["doctor a.csv"],
    "make": ["make blobs -n 20 --blobs 3 -o OUT", "make moons -n 20 -o OUT", "make rotated -n 20 -o OUT", "make spiral -n 20 -o OUT"],
}

# A value that is not the default; several are tried, one must make a difference.
VALUES = {
    "--prior": ["0.21"], "--method": ["nearest", "ridge"], "--kernel": ["linear"], "--classifier": ["forest"], "--rounds": ["3"], "--trees": ["7"], "--leaf": ["2"], "--noise": ["0.9"], "--whole-rows": ["none", "concave", "lasso"],
    "--neighbours": ["7"], "--fused": ["0.9"], "--restarts": ["3"], "--kind": ["image", "binary", "scores", "plan"], "--scale": ["minmax", "none"],
    "--metric": ["cosine", "euclidean", "cityblock"], "--pca": ["1"], "--fold": ["2"], "--id": ["key"], "--label-column": ["known", "key"],
    "--positive": ["0"], "--truth": ["known"], "--propensity": ["p.csv"], "--columns": ["x"], "--categories": ["z", "known", "x"], "--drop": ["y"], "--na": ["drop", "mean"], "--model": ["m.npz"], "--report": ["r.html"],
    "--plot": ["p.svg"], "--costs": ["1,9"], "--tune-limit": ["5"], "--mass": ["0.3"], "--share": ["0.3"], "--base": ["1"], "--price": ["0.02"], "--price-source": ["p.csv"], "--price-target": ["q.csv"], "--price-column": ["key"], "--entropic": ["0.3"], "--line": ["2"],
    "--cost": ["cost.csv", "cost2.csv"], "--p": ["p.csv"], "--q": ["q.csv"], "--weight-column": ["key"], "--at": ["0.1"], "--rows": ["rows.csv"],
    "--graph-distance": ["adjacency"], "--unreachable": ["9"], "--source-nodes": ["nodes.txt"], "--positive-nodes": ["nodes.txt"],
    "--anchors": ["anchors.csv"], "--target-output": ["t.csv"], "--features": ["y"], "--feature-share": ["0.2"], "--loss": ["kl"], "--coupling": ["c.npy"], "--start": ["product", "random"], "--start-plan": ["plan.npz"], "--steps": ["exact"],
    "--tolerance": ["0.5", "1e-18"], "--iterations": ["1"], "--overlap": ["0.3"], "--transform": ["translation", "similarity"],
    "--matrix": ["t.json"], "--inliers": ["i.csv"], "--level": ["0.3"], "--room": ["1"], "--splits": ["2"], "--title": ["Hello"], "--size": ["300x200"],
    "--output": ["other.csv"], "--center": ["3,3"], "--dims": ["5"], "--blobs": ["3"], "--noise-of-make": ["0.7"], "--angle": ["33"],
    "--caliper": ["9"], "--column-caliper": ["x=0.5"], "--exact": ["key", "z"], "--score": ["y"], "--order": ["price"], "--ratio": ["2"], "--capacity-column": ["key"],
    "--unmatched": ["u.csv"], "--balance": ["bal.csv"],
    "--radius": ["3"], "--add": ["a.csv"], "--weights": ["random"], "--count": ["7"], "--sample": ["8"], "--append": ["ap.csv"], "--points": ["5"], "--spread": ["3"], "--turns": ["5"],
}


def options_of(verb):
    text = subprocess.run(["parot", "help", "--options", verb], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        name, unit, values = (line.split("\t") + ["", ""])[:3]
        if name.startswith("--"):
            yield name, unit, values.split()


def run(line):
    """Everything that can be seen of a run, without times."""
    for name in os.listdir("out"):
        os.unlink("out/" + name)
    before = set(os.listdir("."))
    words = ["parot"] + [w.replace("OUT", "out/x" if "OUT." in w else "out/x.csv") for w in line.split()]
    done = subprocess.run(words, capture_output=True, timeout=120)
    seen = re.sub(rb'"seconds": \{[^}]*\}|Time: .*', b"", done.stdout + b"|" + done.stderr)
    for name in sorted(os.listdir("out")):
        seen += open("out/" + name, "rb").read()
    made = sorted(set(os.listdir(".")) - before)
    for name in made:
        os.unlink(name)
    return done.returncode, seen + " ".join(made).encode(), done.stderr.decode(errors="replace").strip()


def make_files():
    for line in ("make blobs -n 30 --noise 1 -o raw.csv", "make blobs -n 60 --noise 2 --seed 1 -o raw2.csv"):
        subprocess.run(["parot", *line.split(), "-q"], check=True)
    rows = [l.split(",") for l in open("raw.csv").read().split()[1:]]
    more = [l.split(",") for l in open("raw2.csv").read().split()[1:]]
    def write(name, header, lines):
        with open(name, "w") as file:
            file.write(header + "\n" + "\n".join(",".join(map(str, line)) for line in lines) + "\n")
    write("pos.csv", "x,y,z,key,known", [[*r, i % 7 + 1.5, 50 + i, i % 2] for i, r in enumerate(rows)])
    write("all.csv", "x,y,z,key,known", [[*r, i % 5 + 1.25, 10 + i, i % 2] for i, r in enumerate(more)])
    write("marked.csv", "x,y,z,key,known", [[*r, i % 5 + 1.25, 10 + i, int(i % 3 == 0)] for i, r in enumerate(more)])
    write("a.csv", "x,y,z,key", [[*r, i % 7 + 1.5, 50 + i] for i, r in enumerate(rows)])
    write("b.csv", "x,y,z,key", [[*r, i % 5 + 1.25, 10 + i] for i, r in enumerate(more[:40])])
    write("ax.csv", "x", [[r[0]] for r in rows])
    write("bx.csv", "x", [[r[0]] for r in more[:40]])
    with open("a.edges", "w") as file:
        file.write("".join("%d %d 1.5\n" % (i, i * i % 30) for i in range(30)))
    with open("b.edges", "w") as file:
        file.write("".join("%d %d 2\n" % (i, (i * i + 1) % 40) for i in range(40)))
    with open("nodes.txt", "w") as file:
        file.write("3\n4\n9\n16\n")
    write("anchors.csv", "k,l", [[i, 29 - i] for i in range(6)])
    write("p.csv", "w", [[1 / 30 + (i - 14.5) / 3000] for i in range(30)])
    write("wide.csv", "w", [[40 * i] for i in range(30)])
    write("q.csv", "w", [[1 / 40 + (i - 19.5) / 4000] for i in range(40)])
    sh = lambda line: subprocess.run("parot " + line + " -q", shell=True, check=True)
    sh("cost a.csv b.csv -o cost.csv"); sh("cost a.csv b.csv --metric cityblock -o cost2.csv")
    sh("cost a.csv -o da.csv"); sh("cost b.csv -o db.csv")
    sh("partial a.csv b.csv --mass 0.4 -o plan.npz"); sh("partial a.csv b.csv --mass 0.4 -o plan.csv"); sh("partial --cost cost.csv --mass 0.4 -o costplan.npz")
    sh("curve a.csv b.csv -o curve.csv"); sh("pu pos.csv all.csv --prior 0.37 -o labels.csv --model model.npz")
    os.mkdir("out")


def try_option(line, base, option, unit, known):
    """'' if it does something or is refused, else why not."""
    if option == "--output" or (option == "--quiet" and "--json" in line):
        return ""
    if any(part in line and option == name for part, name in HARMLESS):
        return ""
    if re.search(r"(^| )%s( |$)" % option, line) or (option == "--json" and "-o" not in line):
        return ""
    given = known or []
    values = VALUES.get(option, []) + given if unit else [""]
    if not values:
        return "no value to try"
    for value in values:
        code, seen, words = run(line + " " + option + (" " + value if unit else ""))
        if (code, seen) != base[:2]:
            return ""
    return "ignored"


def lines_for(verb, option, number):
    """Base lines with which an option is tried: all, and of pu the first if the option does the same for every method. Where fewer instances
    are wanted, one of these, another for each option."""
    lines = BASES[verb][:1] if verb == "pu" and option not in OF_METHODS else BASES[verb]
    return [lines[number % len(lines)]] if IS_SHORT else lines


def main():
    verbs = sys.argv[1:] or list(BASES)
    bad = 0
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        make_files()
        for verb in verbs:
            for line in BASES[verb]:
                base = run(line)
                if base[0] != 0:
                    print("%s: exit %d, %s" % (line, base[0], base[2]))
                    bad += 1
                    continue
                for number, (option, unit, known) in enumerate(options_of(verb)):
                    if option in NEUTRAL or line not in lines_for(verb, option, number):
                        continue
                    why = try_option(line, base, option, unit, known)
                    if why:
                        bad += 1
                        print("%s %s: %s" % (line, option, why), flush=True)
        os.chdir("/")
    print("%d options without effect" % bad)
    sys.exit(bad > 0)


main()
