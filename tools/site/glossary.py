"""glossary - the paragraphs `**Term, other term.** What they mean.` of docs/glossary.md as entries that Sphinx can refer to."""
import re

ENTRY = re.compile(r"\*\*([^*]+)\.\*\* (.*)", re.S)


def entry(match):
    """Terms above each other, each with a capital, and what they mean below."""
    words = match.group(2).strip()
    terms = [term[0].upper() + term[1:] for term in re.split(r", (?![^(]*\))", match.group(1))]
    return "\n".join(terms) + "\n" + re.sub(r"^", "  ", words, flags=re.M)


def directed(text):
    """The page with its entries in the glossary directive of Sphinx, one for each run of them."""
    out, run = [], []
    for paragraph in re.split(r"\n\n+", text.strip()) + [""]:
        match = ENTRY.fullmatch(paragraph)
        if match:
            run.append(entry(match))
            continue
        if run:
            out.append("```{glossary}\n" + "\n\n".join(run) + "\n```")
            run = []
        out.append(paragraph)
    return "\n\n".join(out)
