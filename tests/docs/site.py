#!/usr/bin/python3
"""site BUILD - the site of BUILD is complete: site.py build-test.

It builds without a warning; every public symbol of C, Python and R, every verb and every option is on it; every page that teaches or
refers has an example that a test runs; links lead somewhere, and nothing is loaded from elsewhere. Where there is a browser, search
works from the files, and pages fit into 390 pixels.
"""
import html.parser
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import unittest
import urllib.parse

BUILD = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SITE, SOURCE = os.path.join(BUILD, "docs", "html"), os.path.join(BUILD, "docs", "source")
sys.path[:0] = [os.path.join(ROOT, "tools", "site"), os.path.dirname(os.path.abspath(__file__)), os.path.join(BUILD, "python")]
import absent  # noqa: E402
import headers  # noqa: E402
import pages  # noqa: E402

TAUGHT = ("start/", "tutorials/", "howto/", "walkthroughs/", "reference/")  # pages that must have an example


class Page(html.parser.HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors.add(found.get("id") or found.get("name"))
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") not in ("index", "search", "next", "prev", "canonical", "genindex"):
            self.loads.append(found.get("href"))
        self.loads += [found["src"]] if found.get("src") else []


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def missing(wanted, there):
    return sorted(set(wanted) - set(there))


def c_symbols():
    """What the headers declare, and what the libraries export."""
    declared = [headers.names(header) for header in headers.read_all(os.path.join(ROOT, "include", "parot"))]
    exported = [line.split()[-1] for name in ("libparot.so", "libparot-io.so")
                for line in run("nm", "-D", "--defined-only", os.path.join(BUILD, "src", name)).splitlines()]
    return {name for names in declared for name in names} | {name for name in exported if name.startswith("parot_")}


def python_symbols():
    """module.name for all names that the modules export; parot.pot.partial has those of parot.pot."""
    absent.stand_in()
    package, names = importlib.import_module("parot"), set()
    inside = [one.name for one in pkgutil.walk_packages(package.__path__, "parot.") if "._" not in one.name]
    for module in sorted({"parot", *inside} - {"parot.pot.partial"}):
        found = importlib.import_module(module)
        names |= set() if not hasattr(found, "__all__") else {module + "." + name for name in found.__all__ if not inspect.ismodule(getattr(found, name)) and name != "__version__"}
    return names


def r_symbols():
    text = read(os.path.join(ROOT, "r", "NAMESPACE"))
    exported = {name.strip() for names in re.findall(r"^export\((.*)\)", text, re.M) for name in names.split(",")}
    return exported, {"%s.%s" % pair for pair in re.findall(r"^S3method\((\w[\w.]*), (\w+)\)", text, re.M)}


def bad_link(link, place, all_pages):
    """Why a link of a page leads nowhere; '' if it does not."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme:
        is_right = parts.scheme == "mailto" or (parts.scheme in ("http", "https") and re.fullmatch(r"[\w.-]+\.[a-z]{2,}(:\d+)?", parts.netloc))
        return "" if is_right else "not an address"
    target = os.path.normpath(os.path.join(os.path.dirname(place), urllib.parse.unquote(parts.path))) if parts.path else place
    if target not in all_pages:
        return "" if os.path.isfile(os.path.join(SITE, target)) else "no such file"
    anchor = urllib.parse.unquote(parts.fragment)
    return "" if not anchor or anchor in all_pages[target].anchors else "no such place in it"


def has_example(place, text):
    """Whether a test runs something of a page, by its source."""
    if place.startswith("reference/c/") and place.endswith(".rst"):
        return bool(re.search(r"^``examples/c/example_\w+\.c``, which the tests compile and run:\n\n\.\. code-block:: c$", text, re.M))
    if place.startswith("reference/python/") and place.endswith(".rst"):  # doctests, which test_examples.py runs
        return ">>> " in read(os.path.join(SITE, place[:-4] + ".html")).replace('<span class="gp">&gt;&gt;&gt; </span>', ">>> ")
    return pages.is_run(text)


BUILT = subprocess.run([os.path.join(ROOT, "tools", "site", "build"), BUILD], capture_output=True, text=True)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        found = [os.path.relpath(os.path.join(folder, name), SITE) for folder, _, names in os.walk(SITE) for name in names if name.endswith(".html")]
        cls.pages = {place: Page(read(os.path.join(SITE, place))) for place in found}
        cls.anchors = {anchor for page in cls.pages.values() for anchor in page.anchors}

    def test_it_builds_without_a_warning(self):
        self.assertEqual((BUILT.returncode, BUILT.stderr), (0, ""))

    def test_the_checks_can_fail(self):
        self.assertEqual(missing({"c.parot_no_such_function"}, self.anchors), ["c.parot_no_such_function"])
        self.assertTrue(bad_link("nowhere.html", "index.html", self.pages) and bad_link("#nowhere", "index.html", self.pages))
        self.assertTrue(bad_link("http:/x", "index.html", self.pages))
        self.assertFalse(has_example("howto/a.md", "# A page\n\n```sh\nnot run\n```\n"))
        self.assertEqual(Page('<script src="https://x.org/a.js"></script>').loads, ["https://x.org/a.js"])

    def test_every_symbol_of_c_is_there(self):
        symbols = c_symbols()
        self.assertGreater(len(symbols), 500)
        there = {anchor.split(".")[-1] for anchor in self.anchors if anchor and anchor.startswith("c.")}
        self.assertEqual(missing(symbols, there), [])

    def test_every_function_of_c_has_a_comment(self):
        import pages_c
        functions = [item for header in headers.read_all(os.path.join(ROOT, "include", "parot")) for item in header.items if item.kind == "function"]
        self.assertEqual([item.name for item in functions if not pages_c.described(item)], [])

    def test_every_symbol_of_python_is_there(self):
        symbols = python_symbols()
        self.assertGreater(len(symbols), 100)
        self.assertEqual(missing(symbols, self.anchors), [])

    def test_every_symbol_of_r_is_there(self):
        functions, methods = r_symbols()
        self.assertEqual(missing({"reference/r/index.html"} | {"reference/r/%s.html" % name for name in ("partial", "pu")}, self.pages), [])
        text = "".join(read(os.path.join(SITE, place)) for place in self.pages if place.startswith("reference/r/"))
        words = set(re.findall(r"[\w.]+", re.sub(r"<[^>]*>", " ", text)))
        self.assertEqual(missing(functions | methods, words), [])

    def test_every_verb_and_option_is_there(self):
        command = os.path.join(BUILD, "parot")
        for verb in run(command, "help", "--verbs").split():
            text = re.sub(r"<[^>]*>", "", read(os.path.join(SITE, "reference", "command", verb + ".html")))
            options = {line.split("\t")[0] for line in run(command, "help", "--options", verb).splitlines()} if verb != "help" else set()
            self.assertEqual(missing(options, re.findall(r"--?\w[\w-]*", text)), [], verb)

    def test_every_page_that_teaches_has_an_example_that_runs(self):
        places = [os.path.relpath(os.path.join(folder, name), SOURCE) for folder, _, names in os.walk(SOURCE) for name in names
                  if name.endswith((".md", ".rst"))]
        taught = [place for place in places if place.startswith(TAUGHT)]
        self.assertGreater(len(taught), 70)
        self.assertEqual([place for place in taught if not has_example(place, read(os.path.join(SOURCE, place)))], [])

    def texts(self, folder=""):
        return {place: read(os.path.join(SITE, place)) for place in self.pages if place.startswith(folder)}

    def test_functions_of_partial_have_summaries_of_their_own(self):
        table = re.search(r'<table class="[^"]*functions.*?</table>', read(os.path.join(SITE, "reference", "c", "partial.html")), re.S).group()
        cells = [re.sub(r"<[^>]*>|\s+", " ", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", table, re.S)]
        summaries = cells[1::2]
        self.assertIn("parot_solver_new", cells[::2])
        self.assertEqual(len(summaries), len(set(summaries)))
        self.assertEqual([one for one in summaries if not re.match(r"[A-Z][a-z]* ", one)], [])

    def test_comments_of_attributes_are_text(self):
        """Napoleon takes words before a colon for a type; docstrings say types in words, so that there is no field for them."""
        found = re.compile(r'<dt class="field-\w+">Type<span class="colon">:</span></dt>\s*<dd[^>]*>(.*?)</dd>', re.S)
        self.assertEqual({place: found.findall(text) for place, text in self.texts("reference/python/").items() if found.search(text)}, {})
        self.assertIn("Of the batch: ", self.texts("reference/python/")["reference/python/batch.html"])

    def test_private_names_are_not_shown(self):
        argument, bases = re.compile(r'<em class="sig-param"><span class="n"><span class="pre">_'), re.compile(r"<p>Bases: (.*?)</p>", re.S)
        for place, text in self.texts("reference/python/").items():
            shown = [re.sub(r"<[^>]*>", "", names) for names in bases.findall(text)]
            self.assertEqual(([names for names in shown if not re.fullmatch(r"[A-Za-z][\w.]*(, [A-Za-z][\w.]*)*", names) or "._" in names],
                              argument.findall(text)), ([], []), place)

    def test_nothing_is_marked_as_a_mistake_of_syntax(self):
        self.assertEqual([place for place, text in self.texts().items() if 'class="err"' in text], [])

    def test_links_to_pages_are_words(self):
        named = re.compile(r'<a [^>]*href="[^":]*\.html[^"]*"[^>]*>(?:<[^>]*>)*([\w./-]+\.md)<')
        self.assertEqual({(place, name) for place, text in self.texts().items() for name in named.findall(text)}, set())

    def test_terms_of_the_glossary_begin_with_a_capital(self):
        terms = re.findall(r'<dt id="term-[^"]*">([^<]+)', read(os.path.join(SITE, "glossary.html")))
        self.assertGreater(len(terms), 40)
        self.assertEqual([term for term in terms if not term[0].isupper()], [])

    def test_links_lead_somewhere(self):
        bad = {(place, link, why) for place, page in self.pages.items() for link in page.links for why in [bad_link(link, place, self.pages)] if why}
        self.assertEqual(bad, set())

    def test_nothing_is_loaded_from_elsewhere(self):
        far = {(place, load) for place, page in self.pages.items() for load in page.loads if re.match(r"\w+:|//", load or "") and not load.startswith("data:")}
        styles = [os.path.join(folder, name) for folder, _, names in os.walk(SITE) for name in names if name.endswith(".css")]
        far |= {(path, found) for path in styles for found in re.findall(r"url\(['\"]?((?:https?:)?/[^)]*)", read(path))}
        self.assertEqual(far, set())


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
    HAS_BROWSER = os.path.exists("/usr/bin/chromedriver")
except ImportError:
    HAS_BROWSER = False
SWITCHES = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND")  # there is no network


@unittest.skipUnless(HAS_BROWSER, "there is no browser here; tools/setup browser installs one")
class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
        for switch in SWITCHES:
            options.add_argument(switch)
        cls.page = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        cls.addClassCleanup(cls.page.quit)

    def found(self, words):
        """What the search page lists."""
        self.page.get("file://%s/search.html?q=%s" % (SITE, urllib.parse.quote(words)))
        WebDriverWait(self.page, 30).until(lambda page: re.search(r"finished|not match", page.find_element(By.ID, "search-results").text))
        return [link.get_attribute("href") for link in self.page.find_elements(By.CSS_SELECTOR, "#search-results li a")]

    def test_search_works_from_files(self):
        self.assertTrue(any("reference/python/transport.html" in link for link in self.found("partial_wasserstein")))
        self.assertTrue(any("reference/c/match.html" in link for link in self.found("parot_match_certify")))
        self.assertTrue(any("glossary.html" in link for link in self.found("elbow")))
        self.assertEqual(self.found("xyzzyplugh"), [])

    def test_pages_are_found_before_members(self):
        first = self.found("mass")
        self.assertTrue(any("howto/choose-mass.html" in link for link in first[:3]), first[:3])
        kinds = ["#" in link and "reference/" in link for link in self.found("noise")]
        self.assertEqual(kinds, sorted(kinds))
        if os.path.exists(os.path.join(SITE, "start", "install.html")):
            self.assertIn("start/install.html", self.found("install")[0])
        self.assertEqual([line["message"] for line in self.page.get_log("browser") if line["level"] == "SEVERE"], [])

    def test_pages_fit_a_phone_and_have_a_dark_mode(self):
        for place in ("index", "reference/c/partial", "reference/python/transport", "reference/command/pu", "reference/json", "performance"):
            self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
            grounds = []
            for scheme in ("light", "dark"):
                self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                self.page.get("file://%s/%s.html" % (SITE, place))
                grounds.append(self.page.execute_script("return getComputedStyle(document.body).backgroundColor"))
            self.assertNotEqual(*grounds, place)
            widest = self.page.execute_script("return Math.max(...[...document.querySelectorAll('article > *, article section > *')]"
                                              ".map(e => e.getBoundingClientRect().right))")
            self.assertLessEqual(widest, 390, place)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
