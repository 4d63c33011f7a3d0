"""Compares search strategies of other tuners with assay's, on recorded spaces.

    python3 benchmarks/peers/tuners FILE_T4.json.gz... [--budget 50,100,200] [--seeds 10] [--out FOLDER]

Every strategy of Kernel Tuner, pyATF, Optuna, SMAC3 and assay searches each space once for each seed, with the
same number of unique trials: a failure counts, a repetition does not. What it tried is looked up and judged by
the same code for all (docs/replay.md tells what the figures mean). FOLDER gets table.md and table.json, a virtual
environment with the peers, from PyPI, and the searches: the same command goes on where it was stopped. What
cannot be installed or crashes is told in the table. Give the command `assay` by --assay or have it in the PATH.
"""
import argparse
import concurrent.futures
import importlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import figures
import space as spaces
from environment import Environment, here, one_thread
from kept import Searches, planned
from table import table

PEERS = ["assay", "pyatf", "kernel_tuner", "optuna", "smac"]
SCORE = "autotuning_methodology"


def parsed():
    parser = argparse.ArgumentParser(prog="tuners", description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="T4 files")
    parser.add_argument("--budget", default="50,100,200", help="unique trials after which to compare")
    parser.add_argument("--seeds", type=int, default=10, help="searches with each strategy of a peer")
    parser.add_argument("--assay-seeds", type=int, default=50, help="searches with each strategy of assay")
    parser.add_argument("--peers", default=",".join(PEERS), help=f"some of {', '.join(PEERS)}")
    parser.add_argument("--skip", default="", help="strategies to leave out")
    parser.add_argument("--assay", default=shutil.which("assay"), help="the command")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tuners"), help="a folder")
    parser.add_argument("--jobs", type=int, default=1, help="searching processes at a time")
    parser.add_argument("--seconds", type=float, default=60, help="processor time of one search at most")
    parser.add_argument("--most-seconds", type=float, default=600, help="of a strategy's searches on a space")
    options = parser.parse_args()
    options.budgets = sorted(int(budget) for budget in options.budget.split(","))
    options.peers = options.peers.split(",")
    options.skip = options.skip.split(",")
    for file in options.files:
        if not file.exists():
            parser.error(f"{file}: there is no such file")
    options.files = [file.resolve() for file in options.files]
    for peer in options.peers:
        if peer not in PEERS:
            parser.error(f"there is no peer '{peer}'; choose some of {', '.join(PEERS)}")
    if "assay" in options.peers:
        if not options.assay or not shutil.which(options.assay):
            parser.error("assay was not found; name the command with --assay")
        os.environ["ASSAY"] = str(pathlib.Path(shutil.which(options.assay)).resolve())
    return options


def installed(options):
    """Returns the environment, and why packages are missing, by name."""
    packages = [SCORE]
    for peer in options.peers:
        packages += importlib.import_module(f"adapters.{peer}").PACKAGES
    packages = list(dict.fromkeys(packages))
    environment = Environment(options.out / "venv")
    missing = [name for name, version in environment.versions(packages).items() if version is None]
    failures = environment.install(missing)
    for package, why in failures.items():
        print(f"{package} did not install: {why}", file=sys.stderr)
    return environment, packages, failures


def scores(environment, file, budget, searches):
    """The published scores of lists of searches, by name."""
    tried = {name: [search["trials"] for search in each] for name, each in searches.items() if each}
    asked = json.dumps({"file": str(file), "budget": budget, "searches": tried})
    command = [environment.python, here("published_score.py")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, env=one_thread())
    if done.returncode != 0:
        print(f"no published scores: {(done.stderr.strip().splitlines() or [''])[-1]}", file=sys.stderr)
        return {}
    return json.loads(done.stdout)


def row_of(peer, strategy, searches, of_strategy, score, note):
    parts = [note, figures.notes(searches)]
    return {
        "peer": peer,
        "strategy": strategy,
        "figures": of_strategy,
        "score": score,
        "seconds": figures.seconds_for_a_trial(searches),
        "note": "; ".join(part for part in parts if part),
        "searches": len(searches),
        "all": searches,
    }


def rows_of_space(options, environment, file, tasks):
    """The rows of all strategies on the space of a file."""
    space = spaces.read(file)
    read = [(task, *task.read()) for task in tasks if task.file == file]
    lists = {f"{task.peer} {task.strategy}": searches for task, searches, _ in read}
    scored = scores(environment, file, options.budgets[-1], lists)
    rows = []
    for task, searches, note in read:
        score = scored.get(f"{task.peer} {task.strategy}", {})
        of_strategy = figures.of_space(space, searches, options.budgets)
        rows.append(row_of(task.peer, task.strategy, searches, of_strategy, score.get("score"), note))
    return rows


def mean_row(rows):
    """The row of a strategy's means over its rows on the spaces."""
    searches = [search for row in rows for search in row["all"]]
    scored = [row["score"] for row in rows]
    score = None if None in scored else figures.mean(scored)
    means = figures.mean_of_spaces([row["figures"] for row in rows])
    note = "" if means else "not on all spaces"
    return {**row_of(rows[0]["peer"], rows[0]["strategy"], searches, means, score, note), "all": []}


def write(options, versions, failures, of_spaces, means):
    """Writes table.md and table.json."""
    installed = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    text = f"Installed: {installed or 'nothing'}.\n"
    text += "".join(f"\n{name} did not install: {why}\n" for name, why in failures.items())
    text += "\n## Mean over the spaces\n\n" + table(means, options.budgets)
    for name, rows in of_spaces.items():
        text += f"\n## {name}\n\n" + table(rows, options.budgets)
    (options.out / "table.md").write_text(text)
    document = {
        "versions": versions,
        "not_installed": failures,
        "budgets": options.budgets,
        "means": means,
        "spaces": [{"space": name, "rows": rows} for name, rows in of_spaces.items()],
    }
    (options.out / "table.json").write_text(json.dumps(document, indent=1))


def main():
    options = parsed()
    (options.out / "searches").mkdir(parents=True, exist_ok=True)
    environment, packages, failures = installed(options)
    tasks = planned(options, environment)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(Searches.run, tasks))
        rows = list(pool.map(lambda file: rows_of_space(options, environment, file, tasks), options.files))
    of_spaces = dict(zip(map(spaces.name_of, options.files), rows))
    means = [mean_row(rows) for rows in zip(*of_spaces.values())]
    write(options, environment.versions(packages), failures, of_spaces, means)
    print(table(means, options.budgets), end="")


main()
