#!/usr/bin/python3
"""test_browser - an HTML report of the command in headless Chromium: test_browser.py PAROT."""
import os
import subprocess
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    print("skipped: there is no browser here; tools/setup browser installs one")
    sys.exit(77)  # what Meson calls skipped

PAROT = os.path.abspath(sys.argv[1])
SWITCHES = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")


def make_report(folder, rows):
    """Positives around 0, unlabeled rows of which 40 % are."""
    def parot(*words):
        subprocess.run([PAROT, *words, "-q"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    parot("make", "blobs", "-n", "60", "-o", "good.csv")
    parot("make", "blobs", "-n", str(2 * rows // 5), "--seed", "1", "-o", "like.csv")
    parot("make", "blobs", "-n", str(3 * rows // 5), "--center", "4,4", "--seed", "2", "--add", "like.csv", "-o", "all.csv")
    parot("pu", "good.csv", "all.csv", "--prior", "0.4", "--method", "wasserstein", "--whole-rows", "none", "-o", "labels.csv", "--report", "out.html")
    return "file://" + os.path.join(folder, "out.html")


def browser(has_script=True):
    options = webdriver.ChromeOptions()
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not has_script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.small, cls.large = (os.path.join(cls.scratch.name, name) for name in ("small", "large"))
        for folder in (cls.small, cls.large):
            os.mkdir(folder)
        cls.address = make_report(cls.small, 200)
        try:
            cls.page = browser()
        except WebDriverException as problem:
            raise unittest.SkipTest("Chromium does not start here: %s" % problem)
        cls.addClassCleanup(cls.page.quit)

    def setUp(self):
        self.page.get(self.address)

    def rows(self, page=None):
        """The table of rows; another has the columns."""
        return (page or self.page).find_elements(By.CSS_SELECTOR, ".rows")[-1]

    def column(self, number):
        return [cell.text for cell in self.rows().find_elements(By.CSS_SELECTOR, "tbody td:nth-child(%d)" % (number + 1))]

    def head(self, name):
        return next(head for head in self.rows().find_elements(By.CSS_SELECTOR, "th button") if head.text == name)

    def status(self):
        return self.rows().find_element(By.CSS_SELECTOR, "[role=status]").text

    def test_it_loads_without_complaints(self):
        self.assertEqual(self.page.get_log("browser"), [])
        self.assertEqual(self.page.title, "Labels for all.csv")
        self.assertGreaterEqual(len(self.page.find_elements(By.CSS_SELECTOR, "figure svg")), 2)

    def test_a_head_sorts_and_sorts_back(self):
        self.head("match_cost").click()
        costs = [float(cost) for cost in self.column(6) if cost]
        self.assertEqual(costs, sorted(costs))
        self.head("match_cost").click()
        costs = [float(cost) for cost in self.column(6) if cost]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertEqual(self.head("match_cost").find_element(By.XPATH, "..").get_attribute("aria-sort"), "descending")

    def test_words_filter(self):
        self.assertEqual(self.status(), "1 to 50 of 200")
        self.rows().find_element(By.CSS_SELECTOR, "input").send_keys("199")
        self.assertIn("found", self.status())
        for row in self.rows().find_elements(By.CSS_SELECTOR, "tbody tr"):
            self.assertIn("199", row.text)
        self.rows().find_element(By.CSS_SELECTOR, "input").send_keys("no such row")
        self.assertEqual(self.status(), "no row")

    def test_pages_turn(self):
        first = self.column(0)
        back, on = self.rows().find_elements(By.CSS_SELECTOR, ".tools button")
        on.click()
        self.assertEqual(self.status(), "51 to 100 of 200")
        self.assertFalse(set(first) & set(self.column(0)))
        back.click()
        self.assertEqual(self.column(0), first)

    def test_nothing_is_wider_than_a_phone(self):
        for width in (390, 1280):
            self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
            self.assertLessEqual(self.page.execute_script("return document.documentElement.scrollWidth"), width)
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_letters_of_figures_can_be_read_on_a_phone(self):
        """The smallest have 12 units."""
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        scales = self.page.execute_script("return Array.from(document.querySelectorAll('figure svg')).map(s => s.getBoundingClientRect().width / s.viewBox.baseVal.width)")
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.assertTrue(scales)
        self.assertGreaterEqual(12 * min(scales), 9)

    def test_figures_are_on_the_paper_of_the_page(self):
        for scheme in ("light", "dark"):
            self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            page, papers, words = self.page.execute_script("""
                const svgs = Array.from(document.querySelectorAll('figure svg'));
                return [getComputedStyle(document.body).backgroundColor,
                        svgs.map(s => getComputedStyle(s.querySelector('rect, :scope > g > path, :scope > path')).fill),
                        svgs.map(s => getComputedStyle(s.querySelector('use')).fill)];""")
            self.assertEqual(set(papers), {page})
            self.assertEqual(set(words), {"rgb(34, 34, 34)" if scheme == "light" else "rgb(230, 237, 243)"})

    def test_it_is_dark_in_the_dark(self):
        colours = []
        for scheme in ("light", "dark"):
            self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            colours.append(self.page.execute_script("return getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(colours[0], "rgb(255, 255, 255)")
        self.assertLess(sum(int(part) for part in colours[1][4:-1].split(",")), 150)

    def test_pairs_are_told(self):
        titles = self.page.execute_script("return Array.from(document.querySelectorAll('figure svg title')).map(t => t.textContent)")
        self.assertTrue(titles)

    def test_twenty_thousand_rows_sort_and_search(self):
        self.page.get(make_report(self.large, 20000))
        self.assertEqual(self.status(), "1 to 50 of 20000")
        self.head("id").click()
        self.assertEqual(self.column(0)[:3], ["0", "1", "2"])
        self.assertLess(os.path.getsize(os.path.join(self.large, "out.html")), 6000000)

    def test_it_reads_without_script(self):
        plain = browser(has_script=False)
        try:
            plain.get(self.address)
            self.assertEqual(len(self.rows(plain).find_elements(By.CSS_SELECTOR, "tbody tr")), 200)
            self.assertFalse(plain.find_elements(By.CSS_SELECTOR, ".tools"))
        finally:
            plain.quit()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
