"""Tests tools/ranking-power: its statistics against tables, its counts on made-up tunes, and one real tune."""
import argparse
import importlib.machinery
import importlib.util
import os
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tools" / "ranking-power"
ASSAY = ""


def load():
    loader = importlib.machinery.SourceFileLoader("ranking_power", str(PROGRAM))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("ranking_power", loader))
    loader.exec_module(module)
    return module


power = load()


def made_up(winner, kind, ratio, interval, processes=(10.0, 10.2, 9.8)):
    """Makes up a tune of `less` and `more` whose speed-up over `more` has this interval."""
    value = {"median": 10, "lower": 9, "upper": 11}
    speed_up = {"median": ratio, "lower": interval[0], "upper": interval[1]}
    return {"kind": kind, "winner": winner, "tied": ["less", "more"] if kind == "tie" else [], "rounds": 10,
            "seconds": 1, "reference": "more", "rivals": {name: [1, 1, 1] for name in power.RIVALS},
            "best": {"less": {"value": value, "speed_up": speed_up, "processes": list(processes)},
                     "more": {"value": value, "speed_up": None, "processes": [1.1 * x for x in processes]}}}


class Statistics(unittest.TestCase):
    def test_student(self):
        # Two-sided critical values from printed tables.
        for t, freedom, p in [(2.262, 9, 0.05), (2.228, 10, 0.05), (3.169, 10, 0.01), (12.706, 1, 0.05)]:
            self.assertAlmostEqual(power.student_tail(t, freedom), p, delta=0.002)
        self.assertAlmostEqual(power.student_tail(0, 5), 1, delta=0.001)

    def test_rank_sum(self):
        apart, _ = power.rank_sum(range(10), range(10, 20))
        self.assertAlmostEqual(apart, 0.000157, delta=2e-6)  # z = -50 / sqrt(175)
        alike, _ = power.rank_sum([1, 2, 3, 4], [1, 2, 3, 4])
        self.assertAlmostEqual(alike, 1, delta=1e-9)
        self.assertAlmostEqual(power.rank_sum([5, 5], [5, 5])[0], 1, delta=1e-9)  # nothing but ties

    def test_rules_are_right_about_what_is_plain(self):
        draw = random.Random(1)
        slow = [[draw.gauss(1.5, 0.01) for _ in range(90)] for _ in range(10)]
        fast = [[draw.gauss(1.0, 0.01) for _ in range(90)] for _ in range(10)]
        for name, rule in power.RIVALS.items():
            with self.subTest(name):
                self.assertEqual(rule(fast, slow), -1)
                self.assertEqual(rule(slow, fast), 1)
                self.assertEqual(rule(fast, fast), 0)


class Counts(unittest.TestCase):
    def test_of_tunes_with_a_known_better_variant(self):
        records = [made_up("less", "winner", 1.1, (1.05, 1.15)), made_up("more", "winner", 0.9, (0.85, 0.95)),
                   made_up(None, "undecided", 1.1, (0.9, 1.2)), made_up(None, "tie", 1.0, (None, None))]
        line = power.Summary(records).line()
        self.assertEqual(line["right winners"], 1)
        self.assertEqual(line["false winners"], 1)
        self.assertEqual(line["tunes with a speed-up that leaves out the truth"], 1)  # truth: 1.1
        self.assertEqual(line["coverage of speed-ups"], "2/3")
        # The regrets are 0%, 10% and, for the worse member of the tie, 10%.
        self.assertAlmostEqual(line["regret, median"], 10, delta=0.01)

    def test_of_identical_variants_any_winner_is_false(self):
        record = made_up("less", "winner", 1.1, (1.05, 1.15))
        record["best"]["other"] = record["best"].pop("more")
        record["reference"] = "other"
        line = power.Summary([record]).line()
        self.assertEqual(line["false winners"], 1)
        self.assertEqual(line["tunes with a speed-up that leaves out the truth"], 1)

    def test_medians_of_a_machine_that_drifts(self):
        # The processes of each tune scatter around a level of its own, and its interval holds that
        # level alone.
        records = []
        for k in range(60):
            level = 10 * 1.05 ** (k // 15)
            record = made_up(None, "undecided", 1, (0.9, 1.1), [level * x for x in (0.9, 0.95, 1, 1.05, 1.1)])
            record["best"] = {"less": record["best"]["less"]}
            record["best"]["less"]["value"] = {"median": level, "lower": 0.97 * level, "upper": 1.03 * level}
            record["reference"] = "less"
            records.append(record)
        said = power.Summary(records).coverage_of_medians()
        whole, count, around, dealt = map(int, re.findall(r"\d+", said))
        self.assertEqual(count, 60)
        self.assertEqual(whole, 30)  # the tunes of the two levels next to the median
        self.assertGreater(around, 40)
        self.assertGreater(dealt, whole)


class Tunes(unittest.TestCase):
    def test_one(self):
        scenario = ROOT / "benchmarks" / "ranking" / "twins-3.toml"
        done = subprocess.run([sys.executable, "-B", str(PROGRAM), str(scenario), "--tunes", "1", "--seconds", "6"],
                              capture_output=True, text=True, check=False, env={**os.environ, "ASSAY": ASSAY})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tunes: 1\n", done.stdout)
        self.assertIn("of 1 pairs", done.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", required=True)
    known, rest = parser.parse_known_args()
    ASSAY = known.assay
    unittest.main(argv=[sys.argv[0], *rest])
