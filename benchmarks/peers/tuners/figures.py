"""Figures of searches."""
import collections
import math
import statistics


def optimum_over_best(space, places, trials):
    """The optimum over the best of the first trials of a search; 0 if all of them failed."""
    times = [space.times[place] for place in places[:trials] if space.times[place] is not None]
    return space.optimum / min(times) if times else 0.0


def mean(values):
    return sum(values) / len(values)


def standard_error(values):
    if len(values) < 2:
        return math.nan
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))


def figure(reached, error, random):
    gap = 1 - random
    return {
        "optimum_over_best": reached,
        "standard_error": error,
        "random": random,
        "gap_closed": (reached - random) / gap if gap > 1e-9 else None,
        "gap_closed_error": error / gap if gap > 1e-9 else None,
    }


def of_space(space, searches, budgets):
    """The figures of a strategy on one space after each budget, or nothing without searches."""
    figures = []
    for budget in budgets if searches else []:
        values = [optimum_over_best(space, search["trials"], budget) for search in searches]
        figures.append(figure(mean(values), standard_error(values), space.random(budget)))
    return figures


def mean_of_spaces(figures):
    """The means over the spaces; the gap closed is that of the means, so a space counts by its gap."""
    if not all(figures):
        return []
    means = []
    for each in zip(*figures):
        error = math.hypot(*(one["standard_error"] for one in each)) / len(each)
        means.append(
            figure(mean([one["optimum_over_best"] for one in each]), error, mean([one["random"] for one in each]))
        )
    return means


def notes(searches):
    counted = collections.Counter(search["note"] for search in searches if search["note"])
    return "; ".join(f"{count} of {len(searches)}: {note}" for note, count in counted.items())


def seconds_for_a_trial(searches):
    """The median over the searches, since the first of a process also loads the peer."""
    each = [search["seconds"] / len(search["trials"]) for search in searches if search["trials"]]
    return statistics.median(each) if each else None
