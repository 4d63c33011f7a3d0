"""Recorded search spaces: T4 files, plain or gzip, and what random search is expected to find in them."""
import gzip
import json
import pathlib


class Space:
    """A space whose configurations were each tried once.

    names           the parameters, in the order of the file
    configurations  tuples of values, in the order of the file, without those that constraints exclude
    times           the recorded time of each, in the unit of the file; None for a failure
    """

    def __init__(self, name, names, configurations, times):
        self.name = name
        self.names = names
        self.configurations = configurations
        self.times = times
        self.places = {configuration: k for k, configuration in enumerate(configurations)}
        if len(self.places) < len(configurations):
            raise ValueError(f"{name}: two results of one configuration; keep one of them")
        self.optimum = min((time for time in times if time is not None), default=None)
        if self.optimum is None:
            raise ValueError(f"{name}: all configurations failed, so there is no optimum to search for")

    def values(self):
        """The values of each parameter, ascending, by its name."""
        columns = zip(*self.configurations)
        return {name: sorted(set(column)) for name, column in zip(self.names, columns)}

    def random(self, trials):
        """The expected optimum/best of uniform random search without replacement.

        Of n configurations sorted by time, the best of b drawn is that of rank i with probability
        C(n-1-i, b-1) / C(n, b); searches with failures only count as 0.
        """
        n = len(self.times)
        b = min(trials, n)
        probability = b / n
        expected = 0.0
        for rank, time in enumerate(sorted(time for time in self.times if time is not None)):
            expected += probability * self.optimum / time
            if rank + 1 < n:
                probability *= (n - b - rank) / (n - 1 - rank)
        return expected


def text_of(path):
    data = pathlib.Path(path).read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def results_of(path):
    """The results of a T4 file that are part of its space."""
    document = json.loads(text_of(path))
    return [result for result in document["results"] if result["invalidity"] != "constraints"]


def time_of(result):
    if result["invalidity"] != "correct":
        return None
    objective = result.get("objectives", ["time"])[0]
    for measurement in result.get("measurements", []):
        if measurement["name"] == objective:
            return float(measurement["value"])
    runtimes = result["times"]["runtimes"]
    return sum(runtimes) / len(runtimes)


def name_of(path):
    """The name of a space by its file: "convolution-A100" for "/data/convolution-A100_T4.json.gz"."""
    name = pathlib.Path(path).name
    for ending in (".gz", ".json", "_T4"):
        name = name.removesuffix(ending)
    return name


def read(path):
    results = results_of(path)
    names = list(results[0]["configuration"])
    configurations = [tuple(result["configuration"][name] for name in names) for result in results]
    return Space(name_of(path), names, configurations, [time_of(result) for result in results])
