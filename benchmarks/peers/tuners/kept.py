"""Searches that run in processes of their own and are kept in files."""
import json
import subprocess
import sys

import space as spaces
from environment import here, one_thread


class Searches:
    """The searches of one strategy on one space, kept in a file of lines of JSON, the last of which says "done"."""

    def __init__(self, options, environment, peer, strategy, file):
        budget = options.budgets[-1]
        seeds = options.assay_seeds if peer == "assay" else options.seeds
        self.peer, self.strategy, self.file = peer, strategy, file
        self.limits = [str(budget), str(seeds), str(options.seconds), str(options.most_seconds)]
        name = "-".join([spaces.name_of(file), peer, strategy.replace("/", "_"), *self.limits])
        self.path = options.out / "searches" / f"{name}.jsonl"
        self.python = environment.python

    def _lines(self):
        """What has been written so far; a command that was stopped may have left half a line at the end."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return [json.loads(line) for line in lines if line.endswith("}")]

    def run(self):
        if "done" in (self._lines() or [{}])[-1]:
            return
        arguments = ["searches", self.peer, self.strategy, str(self.file), *self.limits]
        with self.path.open("w") as out, self.path.with_suffix(".err").open("w") as err:
            command = [self.python, here("searches.py"), *arguments]
            # Some peers leave files where they work.
            done = subprocess.run(command, stdout=out, stderr=err, env=one_thread(), cwd=self.path.parent)
            print(json.dumps({"done": done.returncode}), file=out)
        print(self.path.stem, done.returncode, file=sys.stderr, flush=True)

    def read(self):
        """The searches, and a note if the process died."""
        lines = self._lines()
        code = lines[-1].get("done", 0) if lines else 0
        return [line for line in lines if "trials" in line], f"its process ended with {code}" if code else ""


def planned(options, environment):
    """All searches, the strategies of one peer after those of another."""
    tasks = []
    for peer in options.peers:
        command = [environment.python, here("searches.py"), "strategies", peer, str(options.files[0])]
        listed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=one_thread())
        if listed.returncode != 0:
            print(f"{peer} has no strategies here: {listed.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            continue
        for strategy in json.loads(listed.stdout):
            if strategy in options.skip:
                continue
            tasks += [Searches(options, environment, peer, strategy, file) for file in options.files]
    return tasks
