"""transcript - commands of a page and what they print: run, compared, and written anew.

A command is `$ COMMAND`, indented by four or in a block ```console; lines `> ...` go on with it, and the lines below are what it prints, on stdout or
stderr, with `[N]` at the end if its status is N. All commands of a page run in one shell. Numbers may differ by a tenth, since other
machines add up in another order, except whole numbers up to 100, which count things; times may differ by more, and numbers below 1e-9 are the noise of rounding. Words must be the same, blanks
count once. A comment `<!-- run: COMMAND -->` is run in its place and not shown. A command that ends the shell with status 80 says that
the page cannot run here: there are no data, say.
"""
import re
import subprocess
from typing import NamedTuple

INDENT = "    "
MARK = "transcript-mark"
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w])")
TENTH, NOISE, COUNTED = 0.1, 1e-9, 100
SKIPPED = 80


class Command(NamedTuple):
    """A command of a page, its lines with `$ ` and `> `, and what the page shows below it, without the indentation."""

    indent: str
    lines: list
    shown: list
    comment: str = ""  # the line of a command that is not shown


def parts(text):
    """The page as a list of lines that are prose, and Commands."""
    found, command, fence = [], None, ""
    for line in text.splitlines():
        hidden = re.fullmatch(r"<!-- run: (.*) -->", line)
        if hidden:
            found.append(Command("", ["$ " + hidden.group(1)], [], line))
            command = None
            continue
        mark = re.match(r"(`{3,})(.*)", line)
        if mark and (not fence or line.strip() == fence):
            fence, indent = ("", INDENT) if fence else (mark.group(1), "" if mark.group(2).strip() == "console" else None)
            command = None
        elif not fence:
            indent = INDENT
        is_inside = indent is not None and line.startswith(indent) and not mark
        body = line[len(indent):] if is_inside else ""
        if body.startswith("$ "):
            command = Command(indent, [body], [])
            found.append(command)
        elif command and is_inside and body.startswith("> ") and not command.shown:
            command.lines.append(body)
        elif command and is_inside:
            command.shown.append(body)
        else:
            command = None
            found.append(line)
    return found


def commands(pieces):
    return [piece for piece in pieces if isinstance(piece, Command)]


def run(pieces, environment, folder):
    """Runs the commands in one shell in the folder; returns what each printed, as lines, or None if the shell left with SKIPPED."""
    asked = commands(pieces)
    script = "".join("%s\necho %s $?\n" % ("\n".join(line[2:] for line in command.lines), MARK) for command in asked)
    shell = subprocess.run(["sh"], input=script, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if shell.returncode == SKIPPED:
        return None
    *texts, rest = re.split(r"%s (\d+)\n" % MARK, shell.stdout)
    printed = [text.splitlines() + ([] if status == "0" else ["[%s]" % status]) for text, status in zip(texts[::2], texts[1::2])]
    return printed + [rest.splitlines() + ["[the shell ended]"]] * (len(asked) - len(printed))


def agree(shown, printed):
    """Whether two lines have the same words, and numbers that are nearly the same."""
    if " ".join(NUMBER.sub("#", shown).split()) != " ".join(NUMBER.sub("#", printed).split()):
        return False
    if re.search(r"\d s\b", shown):
        return True
    return all(map(is_near, NUMBER.findall(shown), NUMBER.findall(printed)))


def is_near(shown, printed):
    a, b = float(shown), float(printed)
    if shown.isdigit() and a <= COUNTED:
        return a == b
    return abs(a - b) <= TENTH * max(abs(a), abs(b)) or max(abs(a), abs(b)) < NOISE


def faults(pieces, outputs):
    """The commands that print something else than the page shows, with both."""
    found = []
    for command, printed in zip(commands(pieces), outputs):
        if len(command.shown) != len(printed) or not all(map(agree, command.shown, printed)):
            found += command.lines + ["- " + line for line in command.shown] + ["+ " + line for line in printed]
    return "\n".join(found)


def rewritten(pieces, outputs):
    """The page with what was printed in the place of what it shows."""
    outputs, lines = iter(outputs), []
    for piece in pieces:
        if isinstance(piece, str):
            lines.append(piece)
        else:
            printed = next(outputs)
            lines += [piece.comment] if piece.comment else [piece.indent + line for line in piece.lines + printed]
    return "".join(line + "\n" for line in lines)
