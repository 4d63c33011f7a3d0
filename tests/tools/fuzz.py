"""Runs tools/fuzz with a program that pretends to feed targets; checks how it is called and what is reported."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FUZZ = pathlib.Path(__file__).resolve().parents[2] / "tools" / "fuzz"
# A shell script that records how it was called. It reports a finding for the target "bad" and ends
# without a word for "gone".
PRETENDER = """#!/bin/sh
case "$*" in
  --list) echo good; echo bad; echo gone; exit ;;
esac
echo "$*" >>"$CALLS"
for word; do
  case "$word" in -artifact_prefix=*) prefix=${word#*=} ;; esac
done
case "$1" in
  --target=gone) exit 1 ;;
  --target=bad) echo "finding: it is bad"; echo "Test unit written to ${prefix}crash-1" ;;
esac
echo "stat::number_of_executed_units: 1200"
echo "stat::average_exec_per_sec:     600"
echo "stat::new_units_added:          7"
[ "$1" = --target=good ]
"""


class Tool(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.program = self.folder / "pretender"
        self.program.write_text(PRETENDER)
        self.program.chmod(0o755)

    def fuzz(self, *arguments):
        environment = {**os.environ, "FUZZ": str(self.program), "OUT": str(self.folder),
                       "CALLS": str(self.folder / "calls")}
        return subprocess.run([sys.executable, "-B", FUZZ, *arguments], capture_output=True, text=True,
                              env=environment)

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def test_a_table_of_what_was_done(self):
        done = self.fuzz("0.1", "good")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"good +1200 +600 +7 +0\nall +1200\n")
        self.assertIn("-max_total_time=6", self.calls()[0])
        self.assertRegex(self.calls()[0], r"found/good \S*tests/fuzz/corpus/good$")

    def test_a_replay_makes_nothing_up(self):
        self.assertEqual(self.fuzz("--replay", "good").returncode, 0)
        self.assertIn("-runs=0", self.calls()[0])
        self.assertNotIn("found/good", self.calls()[0])

    def test_findings_name_what_repeats_them(self):
        done = self.fuzz("0.01", "good", "bad")
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad: finding: it is bad", done.stdout)
        self.assertIn(f"{self.program} --target=bad", done.stdout)
        self.assertIn(f"{self.folder}/findings/bad-crash-1", done.stdout)

    def test_a_program_that_ends_is_a_finding(self):
        done = self.fuzz("--replay", "gone")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gone: the target ended without naming a finding", done.stdout)

    def test_all_targets_share_the_time(self):
        self.fuzz("0.3")
        shares = {call.split("-max_total_time=")[1].split()[0] for call in self.calls()}
        self.assertEqual(len(self.calls()), 3)
        self.assertEqual(shares, {str(round(18 * min(os.cpu_count() or 1, 3) / 3))})

    def test_dictionaries_are_as_libfuzzer_reads_them(self):
        sources = FUZZ.parents[1] / "tests" / "fuzz"
        for dictionary in (sources / "dictionaries").iterdir():
            self.assertTrue((sources / "corpus" / dictionary.name).is_dir(), dictionary.name)
            for line in dictionary.read_text().splitlines():
                self.assertRegex(line, r'^"([^"\\]|\\["\\]|\\x[0-9A-F]{2})+"$', dictionary.name)

    def test_wrong_usage_is_told(self):
        for arguments, words in ((), "not a number of minutes"), (("ten",), "'ten'"), (("0",), "'0'"), \
                (("1", "t5"), "choose from bad, gone, good"), (("--replay", "t5"), "no target 't5'"):
            done = self.fuzz(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
