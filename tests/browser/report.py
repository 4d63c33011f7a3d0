#!/usr/bin/env python3
"""Opens a page of `assay report` in Chromium and checks what a reader would see.

    report.py --assay build/release/bin/assay --make-store build/release/tests/browser/make_store

--trials and --instances set the size of the store. Prints how long the page took to write and to load,
and its size. Without a browser to drive, exits with 77 after one line that says why.
"""

import csv
import io
import json
import unittest

import harness
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait


class Page(harness.Opened):
    def test_every_chart_is_drawn(self):
        colours = """
            const canvas = document.querySelector(`[data-chart="${arguments[0]}"] canvas`);
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(pixels.data.buffer)).size;"""
        names = self.script("return [...document.querySelectorAll('.chart')].map(c => c.dataset.chart)")
        self.assertEqual(sorted(names), ["ecdf", "figures", "history", "importance", "map", "pareto",
                                         "phases", "roofline", "samples", "tuning"])
        for name in names:
            with self.subTest(chart=name):
                self.assertGreater(self.script(colours, name), 20)

    def test_each_choice_of_each_drop_down_draws(self):
        for select in self.browser.find_elements(By.CSS_SELECTOR, ".controls select"):
            for value in range(min(6, len(select.find_elements(By.TAG_NAME, "option")))):
                self.script("arguments[0].value = arguments[1];"
                            "arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
                            select, str(value))
        for box in self.browser.find_elements(By.CSS_SELECTOR, ".controls input"):
            self.script("arguments[0].click()", box)
        # Redrawing one chart leaves no invisible charts behind.
        charts = self.script("return Object.keys(Chart.instances).length")
        self.assertEqual(charts, len(self.browser.find_elements(By.CSS_SELECTOR, ".chart canvas")))

    def samples_chart(self):
        """Returns the labels of the lines in the chart of samples, each with the title of its axis."""
        return self.script("""
            const chart = Chart.getChart(document.querySelector("[data-chart=samples] canvas"));
            return chart.data.datasets.filter((set) => set.showLine).map((set) =>
              [set.label, chart.options.scales[set.yAxisID].title.text]);""")

    def test_clocks_that_differ_lie_over_the_samples(self):
        result, over = self.browser.find_elements(By.CSS_SELECTOR, "[data-chart=samples] select")
        clock = ["device's clock", "device's clock [MHz]"]
        fact = ["device_clock_mhz", "device_clock_mhz [MHz]"]
        told = self.script("return assay.data.samples.map(r => r.trials.some(trial => trial.clocks))")
        Select(result).select_by_index(told.index(True))
        self.assertEqual(self.samples_chart(), [clock])
        options = [option.text for option in Select(over).options]
        self.assertEqual(options[:3], ["nothing", clock[1], fact[1]])
        Select(over).select_by_visible_text(fact[1])
        self.assertEqual(self.samples_chart(), [fact])
        Select(over).select_by_visible_text("nothing")
        self.assertEqual(self.samples_chart(), [])
        Select(result).select_by_index(told.index(False))
        self.assertEqual(self.samples_chart(), [fact])
        self.assertNotIn(clock[1], [option.text for option in Select(over).options])

    def column(self, table, number):
        return self.script("return [...arguments[0].tBodies[0].rows]"
                           ".map(r => Number(r.cells[arguments[1]].dataset.value))", table, number)

    def test_tables_sort_by_click_and_by_key(self):
        folded = self.find("#figures details")
        self.script("arguments[0].open = true", folded)
        WebDriverWait(self.browser, 5).until(lambda _: folded.find_elements(By.CSS_SELECTOR, "th button"))
        table = folded.find_element(By.TAG_NAME, "table")
        head = table.find_elements(By.TAG_NAME, "th")[2]
        self.assertEqual(head.text, "median")
        before = self.column(table, 2)
        self.assertNotEqual(before, sorted(before))
        button = head.find_element(By.TAG_NAME, "button")
        self.script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        self.assertEqual(head.get_attribute("aria-sort"), "ascending")
        self.assertEqual(self.column(table, 2), sorted(before))
        button.send_keys(Keys.ENTER)
        self.assertEqual(head.get_attribute("aria-sort"), "descending")
        self.assertEqual(self.column(table, 2), sorted(before, reverse=True))

    def test_copied_numbers_have_all_their_digits(self):
        text = self.script("return assay.csv(document.querySelector('#roofline table'))")
        rows = list(csv.reader(io.StringIO(text)))
        self.assertEqual(rows[0], ["device", "single precision", "double precision", "memory"])
        self.assertEqual([float(field) for field in rows[1][1:]], [8e11, 4e11, 5e10])

    def hint(self):
        hint = self.find(".hint")
        return hint.text if hint.is_displayed() else ""

    def test_hovering_and_the_keyboard_show_the_interval(self):
        cell = self.find(".matrix .faster")
        self.script("arguments[0].scrollIntoView({block: 'center'})", cell)
        ActionChains(self.browser).move_to_element(cell).perform()
        self.assertRegex(self.hint(), r"[\d.]+x \[[\d.]+, [\d.]+\] over ")
        first = self.find(".matrix .cell")
        self.script("arguments[0].focus()", first)
        self.assertEqual(self.hint(), first.get_attribute("data-hint"))
        ActionChains(self.browser).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN).perform()
        reached = self.browser.switch_to.active_element
        self.assertEqual(self.script("return [arguments[0].cellIndex,"
                                     "arguments[0].parentElement.sectionRowIndex]", reached), [2, 1])
        self.assertEqual(self.hint(), reached.get_attribute("data-hint"))
        ActionChains(self.browser).send_keys(Keys.ESCAPE).perform()
        self.assertEqual(self.hint(), "")

    def colours(self):
        return self.script("const s = getComputedStyle(document.body);"
                           "return [s.backgroundColor, s.color, document.querySelector("
                           "'[data-chart=figures] canvas').toDataURL()]")

    def test_dark_changes_page_and_charts(self):
        light = self.colours()
        self.find("button.theme").click()
        dark = self.colours()
        self.find("button.theme").click()
        for one, other in zip(light, dark):
            self.assertNotEqual(one, other)
        self.assertEqual(self.colours()[:2], light[:2])
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        fresh = self.script("return matchMedia('(prefers-color-scheme: dark)').matches")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.assertTrue(fresh)

    def test_names_stay_text(self):
        self.assertEqual(self.script("return document.querySelectorAll('b, [onclick]').length"), 0)
        self.assertIn('</script><b onclick="x">&amp;', self.find(".matrix thead").text)

    def test_what_is_shown_fits_a_narrow_window(self):
        self.browser.set_window_size(500, 900)
        # Charts follow the size of the window once the browser has notified them.
        fits = "return document.documentElement.scrollWidth <= innerWidth"
        WebDriverWait(self.browser, 20).until(lambda _: self.script(fits))
        self.browser.set_window_size(1300, 1000)

    def test_zz_no_error_and_no_request_in_all_of_that(self):
        errors = [entry["message"] for entry in self.browser.get_log("browser")
                  if entry["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(errors, [])
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.browser.get_log("performance")]
        requests = {message["params"]["request"]["url"] for message in messages
                    if message["method"] == "Network.requestWillBeSent"}
        self.assertEqual({url for url in requests if url.startswith("file:")}, {harness.options.page.as_uri()})
        self.assertEqual({url for url in requests if not url.startswith(("file:", "data:"))}, set())


class Attack(unittest.TestCase):
    def test_the_policy_stops_what_got_in(self):
        """Pretends that the escaping has a hole: scripts that get into the page through it must not run."""
        html = harness.options.page.read_text()
        hole = harness.options.page.with_name("hole.html")
        hole.write_text(html.replace("<main>", "<main><script>window.broken = 1</script>"
                                     "<img src='https://example.org/x.png' onerror='window.broken = 2'>"))
        browser = harness.start_browser()
        try:
            browser.get(hole.as_uri())
            self.assertIsNone(browser.execute_script("return window.broken ?? null"))
            said = " ".join(entry["message"] for entry in browser.get_log("browser"))
            self.assertIn("Content Security Policy", said)
        finally:
            browser.quit()


class WithoutScripts(unittest.TestCase):
    def test_the_page_reads_as_tables(self):
        browser = harness.start_browser(javascript=False)
        try:
            browser.get(harness.options.page.as_uri())
            self.assertEqual(browser.find_elements(By.TAG_NAME, "canvas"), [])
            self.assertTrue(browser.find_element(By.CLASS_NAME, "unscripted").is_displayed())
            cell = browser.find_element(By.CSS_SELECTOR, ".matrix .faster")
            self.assertTrue(cell.is_displayed())
            self.assertRegex(cell.get_attribute("title"), r"x \[")
            summary = browser.find_element(By.CSS_SELECTOR, "#figures summary")
            summary.click()
            table = browser.find_element(By.CSS_SELECTOR, "#figures details table")
            self.assertTrue(table.is_displayed())
        finally:
            browser.quit()


if __name__ == "__main__":
    harness.main(__doc__)
