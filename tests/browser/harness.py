"""Shared by the tests of this folder: a browser, a page of a made-up store, and a command line."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SKIPPED = 77
options = None


def skip(reason):
    print(f"skipped: {reason}; tools/setup --browser installs what is missing, where it can")
    sys.exit(SKIPPED)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    skip("no python3-selenium")


def browser_paths():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        skip("no chromium with a chromedriver")
    # A browser in a snap can neither see the temporary folder nor be driven by a driver outside it.
    if "snap" in str(pathlib.Path(chromium).resolve()):
        skip("chromium is a snap here")
    return chromium, driver


def start_browser(javascript=True):
    chromium, driver = browser_paths()
    flags = webdriver.ChromeOptions()
    flags.binary_location = chromium
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000",
                 "--disable-background-networking"):
        flags.add_argument(flag)
    if not javascript:
        flags.add_experimental_option("prefs",
                                      {"profile.managed_default_content_settings.javascript": 2})
    flags.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(driver), options=flags)


def write_page(folder):
    store, page = folder / "made.db", folder / "made.html"
    subprocess.run([options.make_store, store, str(options.trials), str(options.instances)], check=True)
    start = time.monotonic()
    told = subprocess.run([options.assay, "report", "--store", store, "--output", page],
                          check=True, capture_output=True, text=True)
    if "only tables" in told.stderr:
        skip("assay was built without libjs-chart.js")
    return page, time.monotonic() - start


class Opened(unittest.TestCase):
    """Opens the page in one browser for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.browser = start_browser()
        cls.browser.get(options.page.as_uri())

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)


def print_figures(writing):
    browser = start_browser()
    start = time.monotonic()
    browser.get(options.page.as_uri())
    loading = time.monotonic() - start
    print(f"{options.trials} trials on {options.instances} instances: written in {writing:.1f} s, "
          f"{options.page.stat().st_size / 1e6:.1f} MB, opened with all charts in {loading:.2f} s")
    browser.quit()


def main(description, trials=1500, instances=28):
    """Runs the calling program's tests, on a store of that size unless the command line gives another."""
    global options
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--make-store", required=True)
    parser.add_argument("--trials", type=int, default=trials)
    parser.add_argument("--instances", type=int, default=instances)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        options.page, seconds = write_page(pathlib.Path(name))
        print_figures(seconds)
        result = unittest.main(argv=[sys.argv[0], "-v"], exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
