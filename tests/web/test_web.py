#!/usr/bin/python3
"""test_web - the page and its module beside the native command: test_web.py PAROT BUILD.

The module is run by node with the shipped wasi.js, the page by headless Chromium where there is one. Numbers are compared with those of the native
command: labels and pairs are the same, costs agree to rounding, proofs are there. Bytes are not: other libraries of mathematics round otherwise.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PAROT, BUILD = (os.path.abspath(word) for word in sys.argv[1:3])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NODE = os.path.join(ROOT, "web", "node.js")
SWITCHES = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")
HAS_TOOLS = all(map(shutil.which, ("clang", "wasm-ld", "node"))) and os.path.isdir("/usr/include/wasm32-wasi")
if not HAS_TOOLS:
    print("skipped: there is no compiler for WebAssembly here; tools/setup web installs one")
    sys.exit(77)  # what Meson calls skipped
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    HAS_BROWSER = os.path.exists("/usr/bin/chromedriver")
except ImportError:
    HAS_BROWSER = False

FOLDER = tempfile.TemporaryDirectory()


def setUpModule():
    shutil.rmtree(os.path.join(BUILD, "web"), ignore_errors=True)  # nothing old may hide a failure
    subprocess.run([os.path.join(ROOT, "web", "build"), BUILD], check=True, stdout=subprocess.DEVNULL)
    native = ("make", "blobs", "-n", "60", "-o", "known.csv"), ("make", "blobs", "-n", "80", "--seed", "1", "-o", "like.csv"), \
        ("make", "blobs", "-n", "120", "--center", "2.5,2.5", "--seed", "2", "--add", "like.csv", "-o", "rows.csv"), \
        ("make", "moons", "-n", "90", "-o", "a.csv"), ("make", "rotated", "-n", "90", "--seed", "3", "-o", "b.csv")
    for words in native:
        run(PAROT, *words, "-q", check=True)


def tearDownModule():
    FOLDER.cleanup()


def run(*words, check=False):
    return subprocess.run(words, cwd=FOLDER.name, capture_output=True, text=True, check=check)


def module(*words):
    return run("node", NODE, os.path.join(BUILD, "web", "parot.wasm"), *words)


def table(name):
    return list(csv.DictReader(read(name).splitlines()))


def read(name):
    with open(os.path.join(FOLDER.name, name)) as file:
        return file.read()


class Module(unittest.TestCase):
    def both(self, verb, out, *words):
        """The same command twice; the files that they wrote."""
        for name, start in (("native-" + out, (PAROT,)), ("module-" + out, None)):
            done = run(*start, verb, *words, "-o", name) if start else module(verb, *words, "-o", name)
            self.assertEqual(done.returncode, 0, done.stderr)
        return "native-" + out, "module-" + out

    def test_labels_are_those_of_the_command(self):
        for method in ("auto", "wasserstein", "ridge", "forest"):
            native, made = map(table, self.both("pu", method + ".csv", "known.csv", "rows.csv", "--prior", "0.4", "--method", method))
            self.assertEqual([row["label"] for row in native], [row["label"] for row in made], method)
            moved = sum(abs(int(a["rank"]) - int(b["rank"])) for a, b in zip(native, made))
            self.assertLess(moved, len(native) / 4, method)  # nearly equal scores may change places

    def test_plans_are_those_of_the_command_and_proved(self):
        native, made = (json.loads(read(name)) for name in self.both("partial", "plan.json", "a.csv", "b.csv", "--mass", "0.6"))
        self.assertAlmostEqual(native["objective"], made["objective"], delta=1e-14)
        self.assertEqual(native["plan"]["row"], made["plan"]["row"])
        self.assertEqual(native["plan"]["col"], made["plan"]["col"])
        shown = module("partial", "a.csv", "b.csv", "--mass", "0.6")
        self.assertIn("Proved optimal", shown.stdout)
        certified = run(PAROT, "certify", "module-plan.json", "a.csv", "b.csv")  # by the native code
        self.assertEqual(certified.returncode, 0, certified.stderr + certified.stdout)

    def test_curves_are_those_of_the_command(self):
        native, made = (json.loads(read(name)) for name in self.both("curve", "curve.json", "a.csv", "b.csv"))
        self.assertEqual(len(native["curve"]["mass"]), len(made["curve"]["mass"]))
        for a, b in zip(native["curve"]["objective"], made["curve"]["objective"]):
            self.assertAlmostEqual(a, b, delta=1e-14)

    def test_spaces_match_as_well(self):
        words = ("gromov", "a.csv", "b.csv", "--mass", "0.7", "--json")
        native, made = json.loads(run(PAROT, *words).stdout), json.loads(module(*words).stdout)
        self.assertAlmostEqual(native["objective"], made["objective"], delta=1e-6 * native["objective"])
        self.assertEqual(made["status"], "solved")

    def test_random_numbers_are_the_same(self):
        for shape in ("moons", "spiral"):
            native, made = self.both("make", shape + ".csv", shape, "-n", "50", "--seed", "7")
            for a, b in zip(table(native), table(made)):
                self.assertAlmostEqual(float(a["x"]), float(b["x"]), delta=1e-14)

    def test_refusals_are_those_of_the_command(self):
        with open(os.path.join(FOLDER.name, "bad.csv"), "w") as file:
            file.write("x,y\n1,2\n3,oops\n")
        for words in (("pu", "known.csv", "bad.csv", "--prior", "0.4"), ("pu", "known.csv", "rows.csv", "--prior", "7"),
                      ("partial", "a.csv", "nowhere.csv"), ("partial", "a.csv", "b.csv", "--mas", "1"), ("pu", "known.csv", "rows.csv", "--prior")):
            native, made = run(PAROT, *words), module(*words)
            self.assertEqual((native.stderr, native.returncode), (made.stderr.split("\r\x1b[K")[-1], made.returncode), words)

    def test_archives_are_refused_in_words(self):
        with open(os.path.join(FOLDER.name, "a.npz"), "wb") as file:
            file.write(b"PK\3\4" + bytes(100))
        done = module("partial", "a.npz", "b.csv", "--mass", "0.5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("save the table as .csv or .npy", done.stderr)

    def test_figures_are_whole(self):
        done = module("pu", "known.csv", "rows.csv", "--prior", "0.4", "--plot", "figure.svg", "--report", "report.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        import xml.etree.ElementTree as tree
        names = [node.tag.split("}")[1] for node in tree.parse(os.path.join(FOLDER.name, "figure.svg")).iter()]
        self.assertGreater(names.count("path"), 20)
        self.assertGreater(names.count("text"), 20)
        self.assertIn('[fill="#0072b2"]{fill:#', read("figure.svg"))  # for dark pages
        self.assertEqual(read("report.html").count("<svg"), read("report.html").count("</svg>"))


@unittest.skipUnless(HAS_BROWSER, "there is no browser here; tools/setup browser installs one")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        for switch in SWITCHES:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.add_experimental_option("prefs", {"download.default_directory": FOLDER.name})
        cls.page = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        cls.addClassCleanup(cls.page.quit)

    def setUp(self):
        self.page.set_window_size(1400, 1000)
        self.page.get("file://" + os.path.join(BUILD, "web", "parot.html"))

    def tearDown(self):
        self.assertEqual([entry["message"] for entry in self.page.get_log("browser") if entry["level"] == "SEVERE"], [])

    def part(self, selector):
        return self.page.find_element(By.CSS_SELECTOR, selector)

    def await_part(self, selector):
        """The part, as soon as the page has made it."""
        for _ in range(100):
            found = self.page.find_elements(By.CSS_SELECTOR, selector)
            if found:
                return found[0]
            time.sleep(0.1)
        self.fail("never there: " + selector)

    def wait(self, panel, *ends):
        for _ in range(1200):
            shown = self.part("#panel-%s .progress" % panel).text
            if shown in (ends or ("done",)) or self.part("#panel-%s .refusal" % panel).is_displayed():
                return shown
            time.sleep(0.1)
        self.fail("no end: " + shown)

    def choose(self, panel, role, name):
        self.part('#panel-%s .drop[data-file="%s"] input' % (panel, role)).send_keys(os.path.join(FOLDER.name, name))

    def settings(self):
        self.part("#panel-labels .settings summary").click()

    def test_samples_have_answers(self):
        for panel, samples in (("labels", ("moons", "blobs")), ("clouds", ("overlap",)), ("spaces", ("turned",))):
            self.part("#tab-" + panel).click()
            for sample in samples:
                self.part('#panel-%s [data-sample="%s"]' % (panel, sample)).click()
                self.assertEqual(self.wait(panel), "done")
                self.assertTrue(self.part("#panel-%s .words" % panel).text)
        self.assertRegex(self.page.execute_script("return document.querySelector('#panel-clouds .proof').textContent"), "[Pp]roved")

    def test_labels_are_those_of_the_module(self):
        self.settings()
        self.part('#panel-labels [name="prior"]').send_keys("0.4")
        self.part('#panel-labels [name="check"]').click()
        self.choose("labels", "positives", "known.csv")
        self.choose("labels", "unlabeled", "rows.csv")
        self.part("#panel-labels [data-run]").click()
        self.assertEqual(self.wait("labels"), "done")
        self.part('#panel-labels .downloads a[download="labels.csv"]').click()
        done = module("pu", "known.csv", "rows.csv", "--prior", "0.4", "-o", "by-node.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        path = os.path.join(FOLDER.name, "labels.csv")
        for _ in range(100):
            if os.path.exists(path):
                break
            time.sleep(0.1)
        self.assertEqual(read("labels.csv"), read("by-node.csv"))
        os.remove(path)
        rows = self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows tbody tr")
        self.assertEqual(len(rows), 20)
        positives = sum(row["label"] == "1" for row in table("by-node.csv"))
        self.assertEqual(self.part("#panel-labels .lead").text, "%d of 200 rows are labelled positive." % positives)

    def test_the_report_opens_in_a_tab_and_its_script_runs(self):
        self.part('#panel-labels [data-sample="blobs"]').click()
        self.assertEqual(self.wait("labels"), "done")
        first = self.page.current_window_handle
        self.part('#panel-labels .downloads a[target="_blank"]').click()
        self.page.switch_to.window(next(handle for handle in self.page.window_handles if handle != first))
        try:
            self.await_part(".tools input")  # made by its script
            self.assertIn("blobs-rows.csv", self.part("h1").text)
        finally:
            self.page.close()
            self.page.switch_to.window(first)

    def test_one_table_with_a_column_of_known_rows(self):
        known, rows = read("known.csv").splitlines(), read("rows.csv").splitlines()
        with open(os.path.join(FOLDER.name, "one.csv"), "w") as file:
            file.write(rows[0] + ",known\n" + "".join(line + ",yes\n" for line in known[1:]) + "".join(line + ",\n" for line in rows[1:]))
        self.settings()
        self.part('#panel-labels [name="prior"]').send_keys("0.4")
        self.part('#panel-labels [name="positive"]').send_keys("yes")
        self.part('#panel-labels [name="check"]').click()
        self.choose("labels", "unlabeled", "one.csv")
        self.await_part('#panel-labels [name="labelColumn"] option[value="known"]').click()
        self.part("#panel-labels [data-run]").click()
        self.assertEqual(self.wait("labels"), "done", self.part("#panel-labels .refusal").text)
        self.assertIn("200 unlabeled rows, 60 positives, 2 features", self.part("#panel-labels .words").text)

    def test_tables_are_sorted_by_a_click(self):
        self.part('#panel-labels [data-sample="moons"]').click()
        self.wait("labels")
        self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows th button")[4].click()
        ranks = [int(row.find_elements(By.TAG_NAME, "td")[4].text) for row in self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows tbody tr")]
        self.assertEqual(ranks, list(range(1, 21)))
        self.part("#panel-labels .rows > button").click()
        self.assertEqual(len(self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows tbody tr")), 120)
        inside, all_of_it = self.page.execute_script("const box = document.querySelector('#panel-labels .rows .scroll'); return [box.clientHeight, box.scrollHeight]")
        self.assertEqual(inside, all_of_it)  # no row is cut

    def test_columns_are_explained_and_no_match_is_none(self):
        self.settings()
        self.part('#panel-labels [name="prior"]').send_keys("0.4")
        self.part('#panel-labels [name="check"]').click()
        self.part('#panel-labels [name="method"] option[value="wasserstein"]').click()
        self.choose("labels", "positives", "known.csv")
        self.choose("labels", "unlabeled", "rows.csv")
        self.part("#panel-labels [data-run]").click()
        self.assertEqual(self.wait("labels"), "done", self.part("#panel-labels .refusal").text)
        for name in ("label", "score", "share", "rank", "match", "match_cost"):
            meaning = next(head for head in self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows th") if head.text.split()[0] == name).get_attribute("title")
            self.assertIn(name + ": " + meaning, self.part("#panel-labels .legend").text)
        self.part("#panel-labels .rows > button").click()
        self.part("#panel-labels .rows > button").click()
        shown = [[cell.get_property("textContent") for cell in row.find_elements(By.TAG_NAME, "td")[5:7]] for row in self.page.find_elements(By.CSS_SELECTOR, "#panel-labels .rows tbody tr")]
        run(PAROT, "pu", "known.csv", "rows.csv", "--prior", "0.4", "--method", "wasserstein", "-q", "-o", "matches.csv", check=True)
        written = table("matches.csv")
        self.assertIn("-1", [row["match"] for row in written])
        self.assertEqual([pair == ["none", "none"] for pair in shown], [row["match"] == "-1" for row in written])
        self.assertEqual([pair[0] for pair in shown if pair[0] != "none"], [row["match"] for row in written if row["match"] != "-1"])

    def test_choices_begin_at_those_of_the_command(self):
        for panel, verb, name in (("labels", "pu", "method"), ("clouds", "curve", "metric"), ("clouds", "partial", "metric"), ("spaces", "gromov", "metric")):
            said = " ".join(run(PAROT, verb, "--help", check=True).stdout.split())
            listed, usual = re.search(r"--%s=M ([^(]*) \((\w+)" % name, said).groups()
            chosen = self.page.execute_script("const s = document.querySelector(arguments[0]); return [s.value, [...s.options].map((o) => o.value)]", '#panel-%s [name="%s"]' % (panel, name))
            self.assertEqual(chosen[0], usual, verb)
            self.assertLessEqual(set(chosen[1]), set(re.findall(r"[a-z]+", listed)), verb)

    def test_the_turned_spiral_is_the_same_spiral(self):
        self.part("#tab-spaces").click()
        self.part('#panel-spaces [data-sample="turned"]').click()
        self.assertEqual(self.wait("spaces"), "done")
        self.assertLess(float(re.search(r"objective\s+([0-9.e+-]+)", self.part("#panel-spaces .words").text).group(1)), 1e-20)
        self.part("#panel-spaces .rows > button").click()
        pairs = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")[:2]] for row in self.page.find_elements(By.CSS_SELECTOR, "#panel-spaces .rows tbody tr")]
        self.assertEqual(pairs, [[str(k), str(k)] for k in range(80)])
        self.assertEqual(self.part("#panel-spaces .answer .places").text, "In this page: no --restarts (an option of the command).")

    def test_letters_on_the_curve_do_not_overlap(self):
        self.page.execute_script("""
            window.boxes = [];
            const plain = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (words, x, y) {
              const size = this.measureText(words);
              boxes.push([words, x - size.actualBoundingBoxLeft, x + size.actualBoundingBoxRight, y - size.actualBoundingBoxAscent, y + size.actualBoundingBoxDescent]);
              plain.call(this, words, x, y);
            };""")
        self.part("#tab-clouds").click()
        self.part('#panel-clouds [data-sample="overlap"]').click()
        self.assertEqual(self.wait("clouds"), "done")
        boxes = self.page.execute_script("window.boxes.length = 0; panels.clouds.draw(); return window.boxes")
        self.assertIn("mass", [box[0] for box in boxes])
        for k, (words, left, right, top, bottom) in enumerate(boxes):
            for other in boxes[:k]:
                self.assertTrue(right < other[1] or left > other[2] or bottom < other[3] or top > other[4], (words, other[0]))

    def test_clouds_differ_in_shape(self):
        self.part("#tab-clouds").click()
        self.choose("clouds", "source", "known.csv")
        self.choose("clouds", "target", "b.csv")
        self.await_part('#panel-clouds .drop.full[data-file="target"]')
        self.part("#panel-clouds [data-run]").click()
        self.assertEqual(self.wait("clouds"), "done", self.part("#panel-clouds .refusal").text)
        circles, closed = self.page.execute_script("""
            const counts = { arc: 0, closePath: 0 }, pen = CanvasRenderingContext2D.prototype;
            for (const name of Object.keys(counts)) {
              const plain = pen[name];
              pen[name] = function (...words) { counts[name]++; plain.apply(this, words); };
            }
            panels.clouds.drawClouds(0); // nothing moves
            return [counts.arc, counts.closePath];""")
        self.assertEqual((circles, closed), (60, 60 + 90))  # circles of the source, and diamonds of the target

    def test_columns_are_offered_once_there_are_some_and_rows_counted(self):
        self.settings()
        self.assertFalse(self.part("#panel-labels .columns").is_displayed())
        self.choose("labels", "unlabeled", "rows.csv")
        self.await_part("#panel-labels .columns input")
        self.assertTrue(self.part("#panel-labels .columns").is_displayed())
        self.assertRegex(self.part('#panel-labels .drop[data-file="unlabeled"] output').text, ", 200 rows$")
        with open(os.path.join(FOLDER.name, "bare.csv"), "w") as file:
            file.write("# no names\n1,2\n3,4\n\n5,6")
        self.choose("labels", "positives", "bare.csv")
        for _ in range(100):
            shown = self.part('#panel-labels .drop[data-file="positives"] output').text
            if shown.startswith("bare.csv"):
                break
            time.sleep(0.1)
        self.assertRegex(shown, ", 3 rows$")

    def test_options_in_messages_have_a_place_in_the_page(self):
        with open(os.path.join(FOLDER.name, "other.csv"), "w") as file:
            file.write("u,v\n1,2\n2,3\n4,5\n")
        tab = "the tab Match spaces (%s)"
        for panel, roles, ends in (("labels", ("positives", "unlabeled"), "Settings, Columns to use (--columns, --drop); " + tab % "--method gromov"),
                                   ("clouds", ("source", "target"), tab % "parot gromov" + "; no --columns, --drop (options of the command)")):
            self.part("#tab-" + panel).click()
            self.choose(panel, roles[0], "known.csv")
            self.choose(panel, roles[1], "other.csv")
            self.await_part('#panel-%s .drop.full[data-file="%s"]' % (panel, roles[1]))
            self.part("#panel-%s [data-run]" % panel).click()
            self.wait(panel)
            self.assertIn("different columns", self.part("#panel-%s .refusal .said" % panel).text)
            self.assertEqual(self.part("#panel-%s .refusal .places" % panel).text, "In this page: " + ends + ".")

    def test_refusals_are_the_words_of_the_command(self):
        self.part("#panel-labels [data-run]").click()
        self.wait("labels")
        self.assertIn("Choose a file", self.part("#panel-labels .refusal").text)
        self.settings()
        self.part('#panel-labels [name="prior"]').send_keys("7")
        self.choose("labels", "positives", "known.csv")
        self.choose("labels", "unlabeled", "rows.csv")
        self.part("#panel-labels [data-run]").click()
        self.wait("labels")
        native = run(PAROT, "pu", "known.csv", "rows.csv", "--prior", "7")
        self.assertEqual(self.part("#panel-labels .refusal .said").text, native.stderr.strip())
        self.assertEqual(self.part("#panel-labels .refusal .places").text, "In this page: Settings, Fraction that is positive (--prior).")

    def test_files_can_be_dropped(self):
        script = """
            const drop = document.querySelector(arguments[0]), list = new DataTransfer();
            list.items.add(new File([arguments[2]], arguments[1]));
            drop.dispatchEvent(new DragEvent("drop", { dataTransfer: list, cancelable: true }));"""
        for role, name in (("source", "a.csv"), ("target", "b.csv")):
            self.page.execute_script(script, '#panel-clouds .drop[data-file="%s"]' % role, name, read(name))
        self.part("#tab-clouds").click()
        self.part("#panel-clouds [data-run]").click()
        self.assertEqual(self.wait("clouds"), "done")
        cost = re.search(r"cost\s+([0-9.e+-]+) for all", self.part("#panel-clouds .words").text).group(1)
        self.assertEqual(cost, re.search(r"cost\s+([0-9.e+-]+) for all", run(PAROT, "curve", "a.csv", "b.csv").stdout).group(1))

    def test_names_before_the_numbers_do_not_shift_points(self):
        for name in ("a", "b"):
            lines = read(name + ".csv").splitlines()
            with open(os.path.join(FOLDER.name, "named-%s.csv" % name), "w") as file:
                file.write("who," + lines[0] + "\n" + "".join("%s%d,%s\n" % (name, k % 3, line) for k, line in enumerate(lines[1:])))
        self.part("#tab-clouds").click()
        self.choose("clouds", "source", "named-a.csv")
        self.choose("clouds", "target", "named-b.csv")
        self.part("#panel-clouds [data-run]").click()
        self.assertEqual(self.wait("clouds"), "done", self.part("#panel-clouds .refusal").text)
        points = self.page.execute_script("return panels.clouds.points")
        self.assertEqual([len(side) for side in points], [90, 90])
        self.assertEqual(points[0][7], [float(table("a.csv")[7][axis]) for axis in "xy"])

    def test_stop_ends_a_run(self):
        run(PAROT, "make", "blobs", "--dims", "5", "-n", "1500", "-o", "many.csv", "-q")
        self.choose("spaces", "source", "many.csv")
        self.choose("spaces", "target", "many.csv")
        self.part("#tab-spaces").click()
        self.part("#panel-spaces [data-run]").click()
        time.sleep(1)
        self.part("#panel-spaces [data-stop]").click()
        self.assertEqual(self.wait("spaces", "stopped"), "stopped")
        self.assertTrue(self.part("#panel-spaces [data-run]").is_enabled())

    def test_it_fits_a_phone_and_goes_by_keyboard(self):
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True})
        self.part('#panel-labels [data-sample="moons"]').click()
        self.wait("labels")
        self.assertLessEqual(self.page.execute_script("return document.documentElement.scrollWidth"), 390)
        shown, own = self.page.execute_script("const i = document.querySelector('#panel-labels .figure img'); return [i.getBoundingClientRect().width, i.naturalWidth]")
        self.assertGreater(shown, 300)
        self.assertGreaterEqual(shown, own)  # letters have the size that they were made for
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.part("#tab-labels").send_keys("\ue014")  # arrow to the right
        self.assertTrue(self.part("#panel-clouds").is_displayed())
        self.assertEqual(self.page.switch_to.active_element.get_attribute("id"), "tab-clouds")

    def test_nothing_is_asked_of_a_network(self):
        policy = self.part('meta[http-equiv="Content-Security-Policy"]').get_attribute("content")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("connect-src", policy)
        self.assertNotRegex(read(os.path.join(BUILD, "web", "parot.html")), r'(src|href)="https?:')


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
