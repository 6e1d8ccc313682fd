"""transcript - commands of a page and what they print: run, compared, and written anew.

A command is `$ COMMAND` indented by four, lines `> ...` go on with it, and the indented lines below are what it prints, on stdout or
stderr, with `[N]` at the end if its status is N. All commands of a page run in one shell. Numbers may differ by a tenth, since other
machines add up in another order; times may differ by more, and numbers below 1e-9 are the noise of rounding. Words must be the same, blanks
count once. A command that ends the shell with status 80 says that the page cannot run here: there are no data, say.
"""
import re
import subprocess

INDENT = "    "
MARK = "transcript-mark"
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w])")
TENTH, NOISE = 0.1, 1e-9
SKIPPED = 80


def parts(text):
    """The page as a list of strings, lines that are prose, and pairs (command, what is shown), lists of lines without indentation."""
    found, shown = [], None
    for line in text.splitlines():
        body = line[len(INDENT):]
        if line.startswith(INDENT + "$ "):
            shown = []
            found.append(([body], shown))
        elif shown is not None and not shown and line.startswith(INDENT + "> "):
            found[-1][0].append(body)
        elif shown is not None and line.startswith(INDENT):
            shown.append(body)
        else:
            shown = None
            found.append(line)
    return found


def run(pieces, environment, folder):
    """Runs the commands in one shell in the folder; returns what each printed, as lines, or None if the shell left with SKIPPED."""
    commands = [piece[0] for piece in pieces if not isinstance(piece, str)]
    script = "".join("%s\necho %s $?\n" % ("\n".join(line[2:] for line in command), MARK) for command in commands)
    shell = subprocess.run(["sh"], input=script, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if shell.returncode == SKIPPED:
        return None
    *pieces, rest = re.split(r"%s (\d+)\n" % MARK, shell.stdout)
    printed = [text.splitlines() + ([] if status == "0" else ["[%s]" % status]) for text, status in zip(pieces[::2], pieces[1::2])]
    return printed + [rest.splitlines() + ["[the shell ended]"]] * (len(commands) - len(printed))


def agree(shown, printed):
    """Whether two lines have the same words, and numbers that are nearly the same."""
    if " ".join(NUMBER.sub("#", shown).split()) != " ".join(NUMBER.sub("#", printed).split()):
        return False
    if re.search(r"\d s\b", shown):
        return True
    pairs = [(float(a), float(b)) for a, b in zip(NUMBER.findall(shown), NUMBER.findall(printed))]
    return all(abs(a - b) <= TENTH * max(abs(a), abs(b)) or max(abs(a), abs(b)) < NOISE for a, b in pairs)


def faults(pieces, outputs):
    """The commands that print something else than the page shows, with both."""
    found = []
    for (command, shown), printed in zip((piece for piece in pieces if not isinstance(piece, str)), outputs):
        if len(shown) != len(printed) or not all(map(agree, shown, printed)):
            found += ["\n".join(command)] + ["- " + line for line in shown] + ["+ " + line for line in printed]
    return "\n".join(found)


def rewritten(pieces, outputs):
    """The page with what was printed in the place of what it shows."""
    outputs = iter(outputs)
    lines = [line for piece in pieces
             for line in ([piece] if isinstance(piece, str) else [INDENT + line for line in piece[0] + next(outputs)])]
    return "".join(line + "\n" for line in lines)
