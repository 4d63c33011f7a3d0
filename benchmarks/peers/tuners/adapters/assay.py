"""assay's own strategies, by `assay replay`: $ASSAY names the command if it is not in the PATH."""
import json
import os
import subprocess

PACKAGES = []


def _replay(*arguments):
    command = [os.environ.get("ASSAY", "assay"), "replay", *arguments, "--format", "json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def strategies(file):
    replayed = _replay(file, "--budget", "1", "--seeds", "1")
    return [strategy["strategy"] for strategy in replayed["spaces"][0]["strategies"]]


def searches(strategy, file, budget, seeds):
    """Yields the lines that searches.py prints; the processor seconds are means over the searches."""
    arguments = ["--strategy", strategy, "--budget", str(budget), "--seeds", str(seeds), "--trials"]
    told = _replay(file, *arguments)["spaces"][0]["strategies"][0]
    for seed, trials in enumerate(told["trials"], start=1):
        seconds = told["setup_seconds"] + told["proposal_seconds"] * len(trials)
        yield {"seed": seed, "trials": trials, "seconds": seconds, "note": ""}
