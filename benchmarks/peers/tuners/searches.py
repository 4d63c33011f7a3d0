#!/usr/bin/env python3
"""Runs the searches of one strategy of one peer on one space, in a process of its own.

    searches.py strategies PEER FILE
    searches.py searches PEER STRATEGY FILE BUDGET SEEDS SECONDS MOST_SECONDS

The first prints a list of names as JSON, the second a line of JSON for each search: the places of the tried
configurations in the space, in order, the processor seconds that the peer took, and a note if it ended before
its budget, in which case what it had found until then counts. A search may take SECONDS of processor time; none
begins after all of them have taken MOST_SECONDS.
"""
import contextlib
import importlib
import json
import random
import signal
import sys
import time
import warnings

import space as spaces
from trials import BudgetSpent, Stuck, TimeIsUp, Trials


def time_is_up(*_):
    raise TimeIsUp


def seed_everything(seed):
    random.seed(seed)
    with contextlib.suppress(ImportError):
        import numpy

        numpy.random.seed(seed)


def note_of(peer, strategy, space, trials, seed, seconds):
    """Runs one search and returns why it ended early, or nothing."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        peer.search(strategy, space, trials, seed)
        return "" if trials.spent() else "ended by itself"
    except BudgetSpent:
        return ""
    except TimeIsUp:
        return f"stopped after {seconds:g} s"
    except Stuck as stuck:
        return str(stuck)
    except Exception as error:
        first = (str(error).strip().splitlines() or [""])[0]
        return f"{type(error).__name__}: {first[:120]}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def searches(peer, strategy, file, budget, seeds, seconds, most_seconds):
    if hasattr(peer, "searches"):
        yield from peer.searches(strategy, file, budget, seeds)
        return
    space = spaces.read(file)
    taken = 0
    for seed in range(1, seeds + 1):
        if taken > most_seconds:
            return
        trials = Trials(space, budget)
        seed_everything(seed)
        begin = time.process_time()
        note = note_of(peer, strategy, space, trials, seed, seconds)
        took = time.process_time() - begin
        taken += took
        yield {"seed": seed, "trials": trials.places, "seconds": took, "note": note}


def main():
    out = sys.stdout
    task, name, *arguments = sys.argv[1:]
    peer = importlib.import_module(f"adapters.{name}")
    with contextlib.redirect_stdout(sys.stderr):  # peers print what they like
        if task == "strategies":
            print(json.dumps(peer.strategies(*arguments)), file=out)
            return
        strategy, file, budget, seeds, seconds, most_seconds = arguments
        warnings.simplefilter("ignore")
        signal.signal(signal.SIGPROF, time_is_up)
        for line in searches(peer, strategy, file, int(budget), int(seeds), float(seconds), float(most_seconds)):
            print(json.dumps(line), file=out, flush=True)


if __name__ == "__main__":
    main()
