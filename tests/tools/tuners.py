"""Tests benchmarks/peers/tuners without a network: what it computes, and its runner with peers of a few lines."""
import argparse
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUNERS = ROOT / "benchmarks" / "peers" / "tuners"
sys.path.insert(0, str(TUNERS))

import figures  # noqa: E402
import searches  # noqa: E402
import space as spaces  # noqa: E402
from trials import BudgetSpent, Trials  # noqa: E402

# A Python of a virtual environment that cannot reach PyPI.
OFFLINE = f"""#!/bin/sh
case "$*" in *"-m pip "*) echo "ERROR: there is no network"; exit 1 ;; esac
exec {sys.executable} "$@"
"""


def result(x, y, time):
    correct = time is not None
    return {
        "configuration": {"x": x, "y": y},
        "times": {"compilation": 10 * x + y, "framework": 1, "runtimes": [time] * 3 if correct else []},
        "invalidity": "correct" if correct else "runtime",
        "measurements": [{"name": "time", "value": time, "unit": ""}] if correct else [],
        "objectives": ["time"],
    }


def document():
    """36 configurations, every seventh of which fails; one more is excluded by a constraint."""
    results = []
    for k, (x, y) in enumerate(itertools.product(range(6), range(6))):
        results.append(result(x, y, None if k % 7 == 3 else 1 + (x - 4) ** 2 + 2 * abs(y - 1)))
    excluded = {"configuration": {"x": 9, "y": 9}, "times": {}, "invalidity": "constraints", "objectives": ["time"]}
    return {
        "schema_version": "1.0.0",
        "metadata": {"timeunit": "milliseconds"},
        "results": results[:20] + [excluded] + results[20:],
    }


def uniform(_strategy, space, trials, seed):
    """A peer that is random search."""
    order = list(space.configurations)
    random.Random(seed).shuffle(order)
    for configuration in order:
        trials.evaluate(configuration)


class Tuners(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.file = self.folder / "small_T4.json"
        self.file.write_text(json.dumps(document()))
        self.space = spaces.read(self.file)

    def searched(self, search, budget=8, seeds=1):
        peer = types.SimpleNamespace(search=search)
        return list(searches.searches(peer, "any", self.file, budget, seeds, 60, 60))


class Judge(Tuners):
    def test_space(self):
        self.assertEqual(self.space.name, "small")
        self.assertEqual(len(self.space.configurations), 36)
        self.assertEqual(self.space.optimum, 1)
        self.assertEqual(self.space.times.count(None), 5)

    def test_exact_random_is_the_mean_over_all_draws(self):
        times = [3.0, None, 1.0, 2.0, 4.0, None]
        small = spaces.Space("s", ["x"], [(k,) for k in range(6)], times)
        for trials in range(1, 7):
            values = [
                max((1.0 / times[k] for k in draw if times[k]), default=0)
                for draw in itertools.combinations(range(6), trials)
            ]
            self.assertAlmostEqual(small.random(trials), sum(values) / len(values), places=12)

    def test_a_random_peer_closes_no_gap(self):
        found = self.searched(uniform, budget=12, seeds=500)
        for one in figures.of_space(self.space, found, [1, 4, 12]):
            self.assertLess(abs(one["gap_closed"]), 4 * one["gap_closed_error"])
            self.assertLess(one["gap_closed_error"], 0.1)

    def test_means_over_spaces(self):
        one, other = figures.figure(0.9, 0.03, 0.5), figures.figure(0.7, 0.04, 0.7)
        (mean,) = figures.mean_of_spaces([[one], [other]])
        self.assertAlmostEqual(mean["optimum_over_best"], 0.8)
        self.assertAlmostEqual(mean["standard_error"], 0.025)
        self.assertAlmostEqual(mean["gap_closed"], 0.5)  # of the means: 0.2 of 0.4
        self.assertEqual(figures.mean_of_spaces([[one], []]), [])

    def test_assay_says_the_same(self):
        """Two implementations of the figures agree on the same searches, those of the adapter."""
        out = subprocess.run(
            [ASSAY, "replay", self.file, "--budget", "3,9,20", "--seeds", "7", "--trials", "--format", "json"],
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        told = json.loads(out)["spaces"][0]["strategies"]
        self.assertIn("bayesian", [strategy["strategy"] for strategy in told])
        for strategy in told:
            found = [{"trials": trials} for trials in strategy["trials"]]
            self.assertEqual(len(found), 7)
            for mine, theirs in zip(figures.of_space(self.space, found, [3, 9, 20]), strategy["figures"], strict=True):
                for my_name, their_name in [
                    ("optimum_over_best", "optimum_over_best"),
                    ("standard_error", "standard_error"),
                    ("random", "exact_random"),
                    ("gap_closed", "gap_closed"),
                ]:
                    self.assertAlmostEqual(mine[my_name], theirs[their_name], places=12, msg=strategy["strategy"])


class Runner(Tuners):
    def test_trials(self):
        trials = Trials(self.space, 3)
        self.assertEqual(trials.evaluate((4, 1)), 1)
        self.assertEqual(trials.evaluate((4, 1)), 1)  # a repetition costs nothing
        self.assertIsNone(trials.evaluate((9, 9)))  # nor does what is excluded
        self.assertEqual(trials.places, [self.space.places[4, 1]])
        self.assertIsNone(trials.evaluate((0, 3)))  # a failure costs a trial
        self.assertEqual(trials.cost((0, 3)), 2)  # twice the slowest
        self.assertEqual(len(trials.places), 2)
        trials.evaluate((0, 0))
        self.assertTrue(trials.spent())
        self.assertEqual(trials.evaluate((4, 1)), 1)
        self.assertRaises(BudgetSpent, trials.evaluate, (0, 1))

    def test_the_same_searches_each_time(self):
        places = [[search["trials"] for search in self.searched(uniform, seeds=3)] for _ in range(2)]
        self.assertEqual(places[0], places[1])
        self.assertEqual([len(trials) for trials in places[0]], [8, 8, 8])
        self.assertNotEqual(places[0][0], places[0][1])

    def test_what_was_found_counts_however_it_ended(self):
        def crash(_strategy, space, trials, _seed):
            trials.evaluate(space.configurations[0])
            raise ValueError("no more\nof this")

        def stop(_strategy, space, trials, _seed):
            trials.evaluate(space.configurations[0])

        def repeat(_strategy, space, trials, _seed):
            while True:
                try:
                    trials.evaluate(space.configurations[0])
                except Exception:
                    pass

        for peer, note in [
            (crash, "ValueError: no more"),
            (stop, "ended by itself"),
            (repeat, "2000 proposals without a new one"),
        ]:
            (search,) = self.searched(peer)
            self.assertEqual(search["trials"], [0])
            self.assertEqual(search["note"], note)
            self.assertEqual(figures.notes([search]), f"1 of 1: {note}")

    def test_a_search_may_not_take_forever(self):
        program = f"""
import sys, signal, types
sys.path.insert(0, {str(TUNERS)!r})
import searches
def ponder(strategy, space, trials, seed):
    trials.evaluate(space.configurations[1])
    while True:
        pass
signal.signal(signal.SIGPROF, searches.time_is_up)
peer = types.SimpleNamespace(search=ponder)
for line in searches.searches(peer, "any", {str(self.file)!r}, 8, 9, 0.05, 0.08):
    print(line["trials"], line["note"])
"""
        out = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(out.splitlines(), ["[1] stopped after 0.05 s"] * 2)


class Command(Tuners):
    def tuners(self, *arguments):
        python = self.folder / "out" / "venv" / "bin" / "python"
        if not python.exists():
            python.parent.mkdir(parents=True)
            python.write_text(OFFLINE)
            python.chmod(0o755)
        command = [sys.executable, "-B", str(TUNERS), *arguments, "--out", str(self.folder / "out")]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_it_goes_on_with_what_installs(self):
        again = self.folder / "again_T4.json"
        again.write_text(self.file.read_text())
        some = ["--peers", "assay,smac", "--budget", "5,10", "--assay-seeds", "3"]
        done = self.tuners(str(self.file), str(again), "--assay", ASSAY, *some)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("smac did not install: ERROR: there is no network", done.stderr)
        table = (self.folder / "out" / "table.md").read_text()
        for part in ["autotuning_methodology did not install", "## Mean over the spaces", "## again", "| bayesian |"]:
            self.assertIn(part, table)
        told = json.loads((self.folder / "out" / "table.json").read_text())
        rows = {(row["peer"], row["strategy"]): row for row in told["means"]}
        self.assertEqual(rows["assay", "random"]["searches"], 6)
        self.assertEqual(rows["smac", "BlackBoxFacade"]["searches"], 20)
        self.assertIn("No module named", rows["smac", "BlackBoxFacade"]["note"])
        self.assertEqual(len(told["spaces"][0]["rows"][0]["all"][0]["trials"]), 10)

    def test_mistakes(self):
        for arguments, told in [
            (["absent.json"], "absent.json: there is no such file"),
            ([str(self.file), "--peers", "smak"], "there is no peer 'smak'"),
            ([str(self.file), "--assay", "/nowhere/assay"], "name the command with --assay"),
        ]:
            done = self.tuners(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", required=True)
    options, rest = parser.parse_known_args()
    ASSAY = os.path.abspath(options.assay)
    unittest.main(argv=[sys.argv[0], *rest])
