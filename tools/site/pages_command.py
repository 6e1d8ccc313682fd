"""pages_command - what the command says of its verbs and options, and what its man page says, as Markdown for the pages of verbs.

Each verb has a page in docs/reference/command, with an example that the tests run; this fills in usage, description and options. The
options of the table are those that `parot help VERB` prints, and must be those that `parot help --options VERB` lists.
"""
import re
import subprocess

OPTION = re.compile(r"^ {2,6}(-\w, )?(--[\w-]+)(=\S+)?(?:\s{2,}|\n)(.*)$")


def ask(command, *words):
    return subprocess.run([command, "help", *words], check=True, capture_output=True, text=True).stdout


def sections(text):
    """Title -> body of every heading of the man page."""
    pieces = re.split(r"^#+ (.*)\n", text, flags=re.M)
    return dict(zip(pieces[1::2], pieces[2::2]))


def options(help_text):
    """[(heading, [(names, value, meaning)])] of what `parot help VERB` prints."""
    groups = []
    for line in help_text.split("\n"):
        option = OPTION.match(line)
        if option:
            short, name, value, words = option.groups()
            groups[-1][1].append([(short or "") + name, (value or "=")[1:], words])
        elif groups and groups[-1][1] and re.match(r" {25,}\S", line):
            groups[-1][1][-1][2] = (groups[-1][1][-1][2] + " " + line.strip()).strip()
        elif re.match(r"\w.*:$", line):
            groups.append((line[:-1], []))
    return [(title, found) for title, found in groups if found]


def check(verb, groups, listed):
    """Refuses to leave an option out."""
    shown = {name for _, found in groups for names, _, _ in found for name in names.split(", ")}
    wanted = {line.split("\t")[0] for line in listed.splitlines()}
    if shown != wanted:
        raise ValueError("parot help %s and its list of options disagree: %s" % (verb, ", ".join(sorted(shown ^ wanted))))


def cell(text):
    return re.sub(r"([|*<`\\])", r"\\\1", text)


def table(groups):
    rows = ["| option | value | meaning |", "|---|---|---|"]
    for title, found in groups:
        rows.append("| **%s** | | |" % cell(title))
        rows += ["| `%s` | %s | %s |" % (names, "*%s*" % cell(value) if value else "", cell(words)) for names, value, words in found]
    return "\n".join(rows)


def synopsis(verb, man):
    """The lines of the man page for this verb, as they would be typed."""
    lines = [line for line in man["SYNOPSIS"].split("\n") if re.match(r"\*\*parot %s\b" % verb, line)]
    return re.sub(r"\*+|\\| +$", "", "\n".join(lines), flags=re.M)


def verb_text(command, verb, man):
    """Usage, description and options of a verb, for its page."""
    help_text = ask(command, verb) if verb != "help" else ""
    groups = options(help_text)
    if help_text:
        check(verb, groups, ask(command, "--options", verb))
    pieces = ["## Usage\n\n```text\n%s\n```" % synopsis(verb, man)]
    if verb in man:
        pieces.append("## Description\n\n" + man[verb].strip())
    if groups:
        pieces.append("## All options\n\nThe [options of several verbs](options.md) are described together.\n\n" + table(groups))
    return "\n\n".join(pieces)


def verbs_table(command, verbs):
    """The verbs and what `parot help` says of each."""
    said = dict(re.findall(r"^  (\w+) {2,}(\S.*)$", ask(command), flags=re.M))
    return "\n".join(["| verb | what it does |", "|---|---|"] + ["| [%s](%s.md) | %s |" % (verb, verb, cell(said[verb])) for verb in verbs])


def shared_options(man):
    return "\n\n".join("## %s\n\n%s" % (title, body.strip()) for title, body in man.items() if title.startswith("For "))


def pieces(command, man_page):
    """Name -> Markdown, for the pages of docs/reference."""
    with open(man_page) as file:
        man = sections(file.read())
    verbs = ask(command, "--verbs").split()
    made = {"verb_" + verb: verb_text(command, verb, man) for verb in verbs}
    made.update(verbs=verbs_table(command, verbs), options=shared_options(man), environment=man["ENVIRONMENT"].strip(),
                exit_status=man["EXIT STATUS"].strip())
    return made
