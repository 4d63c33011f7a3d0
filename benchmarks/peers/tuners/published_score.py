#!/usr/bin/env python3
"""The performance score of Willemsen et al. (2024), by its own software, autotuning_methodology.

Reads JSON: "file" names a T4 file, "budget" is the number of trials, "searches" has, for each name, the lists of
tried configurations by their places. Prints the score of each name as JSON, or the reason why it has none.

The trials of a search follow each other in the times that the file records. The score is over the time between
two cutoffs; the upper one is 95%, as is the software's default, or if random search takes longer than the
budget for that, the highest percentage that it reaches within the budget. The software resamples the searches at
random and without a seed, so that it is given one here.
"""
import json
import pathlib
import sys
import tempfile
import warnings

import numpy
from autotuning_methodology.baseline import RandomSearchCalculatedBaseline
from autotuning_methodology.caching import ResultsDescription
from autotuning_methodology.curves import StochasticOptimizationAlgorithm
from autotuning_methodology.report_experiments import get_strategies_aggregated_performance
from autotuning_methodology.runner import write_results
from autotuning_methodology.searchspace_statistics import SearchspaceStatistics, convert_from_time_unit

import space as spaces

MOMENTS = 1000  # the default of the software's experiment files
FIRST_CUTOFF = 0.01


class Scores:
    def __init__(self, file, folder):
        document = json.loads(spaces.text_of(file))
        self.folder = pathlib.Path(folder)
        self.objective = document["results"][0].get("objectives", ["time"])[0]
        self.keys = sorted({key for result in document["results"] for key in result["times"]})
        plain = self.folder / "space.json"
        plain.write_text(json.dumps(document))
        self.statistics = SearchspaceStatistics(
            "space", "device", True, self.keys, [self.objective], plain, full_validate=False
        )
        unit = document.get("metadata", {}).get("timeunit", "seconds")
        self.results = [self._in_seconds(result, unit) for result in spaces.results_of(file)]

    def _in_seconds(self, result, unit):
        times = {key: convert_from_time_unit(value, unit) for key, value in result["times"].items()}
        missing = {key: [] for key in self.keys if key not in times}
        return {**result, "times": {**times, **missing}}

    def moments(self, budget):
        """The moments between the cutoffs."""
        for percent in range(95, 1, -1):
            ends = self.statistics.cutoff_point_fevals_time_start_end(FIRST_CUTOFF, percent / 100)
            if ends[1] <= budget:
                return numpy.linspace(ends[2], ends[3], MOMENTS)
        raise ValueError(f"random search gets nowhere in {budget} trials")

    def of(self, searches, moments):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            description = ResultsDescription(
                pathlib.Path(folder), "space", "device", "name", "name", True, self.keys, [self.objective], True
            )
            write_results([[self.results[place] for place in search] for search in searches], description)
            curve = StochasticOptimizationAlgorithm(description)
        baseline = RandomSearchCalculatedBaseline(self.statistics)
        numpy.random.seed(1)
        aggregated = get_strategies_aggregated_performance(
            [(baseline, [curve], self.statistics, moments, None)], 0.95
        )
        return float(numpy.mean(aggregated[0][0]))


def scored(scores, searches, moments):
    try:
        return {"score": scores.of(searches, moments)}
    except Exception as error:
        first = (str(error).strip().splitlines() or [""])[0]
        return {"score": None, "reason": f"{type(error).__name__}: {first[:120]}"}


def main():
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        scores = Scores(asked["file"], folder)
        moments = scores.moments(asked["budget"])
        print(json.dumps({name: scored(scores, each, moments) for name, each in asked["searches"].items()}))


if __name__ == "__main__":
    main()
