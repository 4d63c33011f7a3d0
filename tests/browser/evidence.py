#!/usr/bin/env python3
"""Tests in Chromium how a page of `assay report` shows the evidence for its ranking: processes as dots
and as curves, phases by a meaningful clock, and all of these in print.

    evidence.py --assay build/release/bin/assay --make-store build/release/tests/browser/make_store
"""

import base64
import unittest

import harness
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

CHART = "const chart = Chart.getChart(document.querySelector(`[data-chart=${arguments[0]}] canvas`));"


class Evidence(harness.Opened):
    def control(self, chart, title):
        """Returns the field with that label, whether it is visible or not."""
        for label in self.browser.find_elements(By.CSS_SELECTOR, f"[data-chart={chart}] .controls label"):
            if label.get_attribute("textContent").startswith(title):
                return label.find_element(By.CSS_SELECTOR, "select, input")
        raise AssertionError(f"{chart} has no control {title}")

    def toggle(self, chart, title):
        self.script("arguments[0].click()", self.control(chart, title))


class Processes(Evidence):
    def test_each_row_of_a_table_has_a_dot_for_each_process(self):
        rows = self.script("""
            return [...document.querySelectorAll("svg.strip")].map((strip) => [
              Number(strip.closest("td").dataset.value), strip.querySelectorAll("circle").length,
              strip.querySelectorAll("circle > title").length]);""")
        results = self.script("return assay.data.problems[0].results.length")
        self.assertEqual(len(rows), 2 * results)  # once in the overview and once under each instance
        for told, dots, titles in rows:
            self.assertEqual((dots, titles), (told, told))

    def beside(self):
        """Returns [label, dots, least and greatest distance] of the dots that are drawn beside points."""
        return self.script(CHART + """
            return chart.data.datasets.map((set, index) => ({set, index})).filter(({set}) => set.beside)
              .map(({set, index}) => {
                const of = chart.data.datasets.findIndex((other) => !other.beside && other.label === set.label);
                const points = chart.getDatasetMeta(of).data;
                let next = 0;
                const gaps = chart.data.datasets[of].data.flatMap((point, k) =>
                  point.processes.map(() => chart.getDatasetMeta(index).data[next++].x - points[k].x));
                return [set.label, gaps.length, Math.min(...gaps), Math.max(...gaps)];
              });""", "figures")

    def test_the_chart_has_a_dot_for_each_process_beside_its_point(self):
        recorded = self.script("""
            const problem = assay.data.problems[0];
            return problem.competitors.map((label, c) => [label, problem.results
              .filter((result) => result.competitor === c)
              .reduce((sum, result) => sum + result.processes.length, 0)]);""")
        for shown in ("duration", "speed-up"):
            with self.subTest(show=shown):
                Select(self.control("figures", "Show")).select_by_visible_text(shown)
                beside = self.beside()
                self.assertEqual([[label, dots] for label, dots, _, _ in beside], recorded)
                for label, _, least, most in beside:
                    self.assertGreater(least, 5, label)
                    self.assertLess(most, 20, label)
        Select(self.control("figures", "Show")).select_by_visible_text("duration")
        self.toggle("figures", "processes")
        self.assertEqual(self.beside(), [])
        self.toggle("figures", "processes")

    def test_a_dot_tells_its_round_when_hovered(self):
        canvas = self.find("[data-chart=figures] canvas")
        self.script("arguments[0].scrollIntoView({block: 'center'})", canvas)
        x, y = self.script(CHART + """
            const index = chart.data.datasets.findIndex((set) => set.beside);
            const {x, y} = chart.getDatasetMeta(index).data[0];
            return [x - chart.width / 2, y - chart.height / 2];""", "figures")
        ActionChains(self.browser).move_to_element_with_offset(canvas, round(x), round(y)).perform()
        self.assertRegex(self.script(CHART + "return chart.tooltip.title.join()", "figures"),
                         r"run \d+, round \d+$")

    def test_dots_go_with_their_line_of_the_legend(self):
        shown = CHART + "return chart.data.datasets.map((set, k) => [set.label, chart.isDatasetVisible(k)])"
        click = CHART + """
            const {legend} = chart;
            legend.options.onClick.call(legend, {}, legend.legendItems[0], legend);
            return legend.legendItems.map((item) => item.text);"""
        names = self.script(click, "figures")
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([visible for label, visible in self.script(shown, "figures") if label == names[0]],
                         [False, False])
        self.script(click, "figures")
        self.assertTrue(all(visible for _, visible in self.script(shown, "figures")))


class Curves(Evidence):
    def curves(self):
        return self.script(CHART + """
            return chart.data.datasets.map((set) => ({label: set.label, thin: Boolean(set.beside),
              x: set.data.map((point) => point.x), y: set.data.map((point) => point.y)}));""", "ecdf")

    def test_curves_rise_from_nothing_to_all(self):
        for curve in self.curves():
            self.assertEqual((curve["y"][0], curve["y"][-1]), (0, 1))
            self.assertEqual(curve["x"], sorted(curve["x"]))
            self.assertEqual(curve["y"], sorted(curve["y"]))

    def test_each_process_has_a_curve_of_what_counts(self):
        trials = self.script("return assay.data.samples[0].trials.map((t) => [t.values, t.marks])")
        thin = [curve for curve in self.curves() if curve["thin"]]
        self.assertEqual(len(thin), len(trials))
        for curve, (values, marks) in zip(thin, trials):
            counted = sorted(value for value, mark in zip(values, marks) if mark in ".s")
            self.assertLess(len(counted), len(values))  # some samples do not count
            self.assertEqual(curve["x"], counted[:1] + counted)

    def test_the_thick_curve_crosses_one_half_at_the_median(self):
        thick = [curve for curve in self.curves() if not curve["thin"]]
        self.assertEqual(len(thick), 1)
        half = thick[0]["x"][thick[0]["y"].index(0.5)]
        median = self.script("""
            const {problem, instance, competitor} = assay.data.samples[0];
            return assay.data.problems[problem].results.find((result) =>
              result.instance === instance && result.competitor === competitor).value[0];""")
        self.assertAlmostEqual(half / median, 1, places=2)

    def test_the_other_variants_of_the_instance_lie_over_it(self):
        self.toggle("ecdf", "with the other variants")
        labels = [curve["label"] for curve in self.curves() if not curve["thin"]]
        self.assertEqual(labels, self.script("return assay.data.problems[0].competitors"))
        colours = self.script(CHART + "return chart.data.datasets.filter((set) => !set.beside)"
                              ".map((set) => set.borderColor)", "ecdf")
        self.assertEqual(len(set(colours)), len(labels))
        self.toggle("ecdf", "with the other variants")


class Phases(Evidence):
    def drawn(self):
        """Returns the title of the figure's axis, and the sum of all of its bars."""
        return self.script(CHART + """
            return [chart.options.scales.y.title.text,
                    chart.data.datasets.flatMap((set) => set.data).reduce((sum, y) => sum + y, 0)];""", "phases")

    def test_they_open_on_a_clock_that_tells_something_and_offer_no_other(self):
        of, clock = self.control("phases", "Of"), self.control("phases", "By")
        expected = {"plain.cpu, each instance": ["host time"], "wide.gpu, each instance": ["device time"]}
        for k, option in enumerate([option.text for option in Select(of).options]):
            Select(of).select_by_index(k)
            clocks = self.script("return arguments[0].options.length", clock)
            axes = []
            for chosen in range(clocks):
                if clocks > 1:
                    Select(clock).select_by_index(chosen)
                axis, sum_of_bars = self.drawn()
                self.assertGreater(sum_of_bars, 0, f"{option} by {axis}")
                axes.append(axis)
            # For one instance, three variants have times by the host's clock and one by the
            # device's.
            both = ["host time", "device time"] if option.endswith("each variant") else ["host time"]
            self.assertEqual(axes, expected.get(option, both), option)


class Paper(Evidence):
    """The report laid out for an A4 page within its margins, with everything unfolded."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Charts are not notified of the size of the paper, so they keep their size on the screen.
        cls.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": "ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };"})
        cls.browser.refresh()
        cls.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 703, "height": 1016, "deviceScaleFactor": 1, "mobile": False})
        cls.browser.execute_script(
            "for (const part of document.querySelectorAll('details')) part.open = true")

    def setUp(self):
        self.take_to_paper("light")

    def tearDown(self):
        self.leave_paper("light")

    # A browser that prints takes these steps in this order.
    def take_to_paper(self, theme):
        self.script("for (const chart of Object.values(Chart.instances)) chart.resize(1024, 416);"
                    "dispatchEvent(new Event('beforeprint'))")
        self.media("print", theme)

    def leave_paper(self, theme):
        self.media("screen", theme)
        self.script("dispatchEvent(new Event('afterprint'))")

    def media(self, media, theme):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": theme}]})

    def test_nothing_lies_over_what_follows(self):
        overlaps = self.script("""
            const name = (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`;
            const found = [];
            for (const parent of document.querySelectorAll("main, section, details, .chart, .scroll, tbody")) {
              const boxes = [...parent.children].map((child) => [child, child.getBoundingClientRect()])
                .filter(([, box]) => box.height > 0);
              boxes.slice(1).forEach(([child, box], k) => {
                const [before, above] = boxes[k];
                if (box.top < above.bottom - 1) found.push(`${name(child)} over ${name(before)}`);
              });
            }
            for (const canvas of document.querySelectorAll("canvas")) {
              const [inner, outer] = [canvas, canvas.parentElement].map((e) => e.getBoundingClientRect());
              if (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1) found.push(name(canvas));
            }
            return found;""")
        self.assertEqual(overlaps, [])

    def test_nothing_is_wider_than_the_paper(self):
        wide = self.script("""
            return [...document.querySelectorAll("table, canvas, pre, p, h1, h2, h3")]
              .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
              .map((element) => element.textContent.slice(0, 60));""")
        self.assertEqual(wide, [])

    def test_controls_are_off_it_and_what_they_chose_is_on_it(self):
        fields = self.browser.find_elements(By.CSS_SELECTOR, "select, input, button:not(th button), nav")
        self.assertGreater(len(fields), 20)
        self.assertEqual([field.tag_name for field in fields if field.is_displayed()], [])
        told = self.find("[data-chart=samples] .printed")
        self.assertTrue(told.is_displayed())
        self.assertRegex(told.text, r"^Result: .+, degree=1 .*; Drawn over them: ")

    def test_what_is_folded_is_left_out(self):
        folded = self.find("#tuning details")
        self.script("arguments[0].open = false", folded)
        self.assertEqual(self.script("return arguments[0].getClientRects().length", folded), 0)
        self.script("arguments[0].open = true", folded)

    def test_dark_pages_print_light_and_stay_dark(self):
        corner = """
            const canvas = document.querySelector("[data-chart=figures] canvas");
            return [getComputedStyle(document.body).backgroundColor,
                    Chart.getChart(canvas).options.scales.y.title.color];"""
        on_paper = self.script(corner)
        self.leave_paper("dark")
        # The page is notified of the change with a delay.
        WebDriverWait(self.browser, 10).until(lambda _: self.script(corner)[1] != on_paper[1])
        on_screen = self.script(corner)
        self.assertNotEqual(on_screen[0], on_paper[0])
        self.take_to_paper("dark")
        self.assertEqual(self.script(corner), on_paper)
        self.leave_paper("dark")
        self.assertEqual(self.script(corner), on_screen)
        self.assertIsNone(self.script("return document.documentElement.dataset.theme ?? null"))

    def test_zz_it_becomes_a_pdf(self):
        printed = self.browser.execute_cdp_cmd("Page.printToPDF", {})
        self.assertTrue(base64.b64decode(printed["data"]).startswith(b"%PDF"))


if __name__ == "__main__":
    harness.main(__doc__, trials=400, instances=8)
