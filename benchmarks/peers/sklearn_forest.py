#!/usr/bin/env python3
"""Measures scikit-learn's random forests on the data of scenarios/forest-bars.toml.

    python3 benchmarks/peers/sklearn_forest.py [--jobs N] [--repeats N] [--seeds N] [--data FOLDER]
                                               [SCENARIO]

Fits RandomForestClassifier to the same samples as the scenario's instances of forest/train: tables of
numbers (.csv, .csv.gz) in FOLDER, or generated data. The generator is repeated here and gives the same
values bit for bit, in some seconds per million. The classifier has no bins, so instances that differ
only in their bins are measured once. Prints a line of JSON for each instance: the median wall-clock
times of fit and predict over the repeats, and the accuracy on the held-out samples for each seed of the
forest. scikit-learn adds up the leaves' shares of labels, so the mean accuracy is given for its own
labels and for those of a majority vote. Needs scikit-learn, and Python 3.11 or newer.
"""
import argparse
import json
import os
import pathlib
import statistics
import time
import tomllib

import numpy
import sklearn
from sklearn.ensemble import RandomForestClassifier

SCENARIO = pathlib.Path(__file__).parents[2] / "scenarios" / "forest-bars.toml"
# The arguments of forest/train that matter here, with the defaults that `assay list` shows.
DEFAULTS = {
    "data": "generated", "label": "", "samples": 10000, "attributes": 16, "labels": 4, "label_spread": 0.0,
    "quality": 0.3, "quality_spread": 0.1, "data_seed": 1, "held_out": "hashed",
    "held_out_share": 0.2, "trees": 100, "bootstrap": True, "bootstrap_size": 0,
    "minimum_node_size": 2, "maximum_depth": 0, "attributes_tried": 0, "criterion": "entropy",
}  # fmt: skip
U32 = numpy.uint64(32)
LOW = numpy.uint64(0xFFFFFFFF)
HELD_OUT_STREAM = 0x80000000


class Stream:
    """Successive words of Philox4x32-10, as in plugins/forest/library/random.hpp."""

    def __init__(self, seed, stream):
        self.keys = seed, stream
        self.next = 0

    def words(self, count):
        first, self.next = self.next, self.next + count
        blocks = numpy.arange(first // 4, (self.next + 3) // 4, dtype=numpy.uint64)
        zeros = numpy.zeros_like(blocks)
        c = [blocks, zeros, zeros, zeros]
        key0, key1 = self.keys
        for _ in range(10):
            a = numpy.uint64(0xD2511F53) * c[0]
            b = numpy.uint64(0xCD9E8D57) * c[2]
            c = [(b >> U32) ^ c[1] ^ numpy.uint64(key0), b & LOW,
                 (a >> U32) ^ c[3] ^ numpy.uint64(key1), a & LOW]  # fmt: skip
            key0 = (key0 + 0x9E3779B9) & 0xFFFFFFFF
            key1 = (key1 + 0xBB67AE85) & 0xFFFFFFFF
        return numpy.stack(c, axis=1).reshape(-1)[first % 4 :][:count]

    def normal(self):
        total = -6.0
        for word in self.words(12).tolist():
            total += word * 2.0**-32
        return total

    def shuffle(self, items):
        """Shuffles a list with Fisher and Yates's algorithm, beginning at its end."""
        bounds = numpy.arange(len(items), 1, -1, dtype=numpy.uint64)
        places = ((self.words(len(bounds)) * bounds) >> U32).tolist()
        for last, place in zip(range(len(items) - 1, 0, -1), places):
            items[last], items[place] = items[place], items[last]
        return items


def rounded(value):
    """Rounds to the nearest integer, halves away from 0."""
    return int(numpy.trunc(value + numpy.copysign(0.5, value)))


def normal_integer(stream, mean, spread, scale):
    return rounded(mean * 2.0**scale) + rounded(spread * stream.normal() * 2.0**scale)


def made_labels(wanted):
    stream = Stream(wanted["data_seed"], 0)
    shares = [
        max(normal_integer(stream, 1.0, wanted["label_spread"], 20), 1)
        for _ in range(wanted["labels"])
    ]
    free = wanted["samples"] - wanted["labels"]
    labels = []
    before = 0
    for label, share in enumerate(shares):
        behind = before + share
        count = 1 + free * behind // sum(shares) - free * before // sum(shares)
        labels += [label] * count
        before = behind
    return numpy.array(Stream(wanted["data_seed"], 1).shuffle(labels), dtype=numpy.int32)


def placed_samples(labels, label_count, quality, stream):
    """Returns the samples in the order of an attribute's values."""
    rank = numpy.array(stream.shuffle(list(range(label_count))))
    places = numpy.array(stream.shuffle(list(range(len(labels)))))
    places = places[numpy.argsort(rank[labels[places]], kind="stable")]
    loose = numpy.flatnonzero(stream.words(len(labels)) >= quality)
    places[loose] = stream.shuffle(places[loose].tolist())
    return places


def made_column(wanted, labels, attribute, quality):
    stream = Stream(wanted["data_seed"], 3 + attribute)
    falls = int(stream.words(1)[0]) * 2 >> 32 == 1
    places = placed_samples(labels, wanted["labels"], quality, stream)
    place = numpy.arange(len(labels), dtype=numpy.uint64)
    within = (place << numpy.uint64(24)) + (stream.words(len(labels)) >> numpy.uint64(8))
    share = (within // numpy.uint64(len(labels))) << numpy.uint64(7)
    centred = share.astype(numpy.int64) - (1 << 30)
    column = numpy.empty(len(labels), dtype=numpy.float32)
    column[places] = (-centred if falls else centred).astype(numpy.float32) * numpy.float32(2**-10)
    return column


def generated(wanted):
    """Returns values [samples, attributes] and labels as plugins/forest/problem/generator.cpp does."""
    labels = made_labels(wanted)
    values = numpy.empty((len(labels), wanted["attributes"]), dtype=numpy.float32)
    qualities = Stream(wanted["data_seed"], 2)
    for attribute in range(wanted["attributes"]):
        quality = normal_integer(qualities, wanted["quality"], wanted["quality_spread"], 32)
        quality = numpy.uint64(min(max(quality, 0), 1 << 32))
        values[:, attribute] = made_column(wanted, labels, attribute, quality)
    return values, labels


def table(file, label):
    """Reads a table with names in its first line. Returns values [rows, attributes] and label numbers."""
    rows = {"fname": file, "delimiter": ",", "ndmin": 2}
    names = numpy.loadtxt(**rows, max_rows=1, dtype=str)[0].tolist()
    place = names.index(label)
    others = [k for k in range(len(names)) if k != place]
    values = numpy.loadtxt(**rows, skiprows=1, usecols=others, dtype=numpy.float32)
    labels = numpy.loadtxt(**rows, skiprows=1, usecols=[place], dtype=str)[:, 0]
    return values, numpy.unique(labels, return_inverse=True)[1]


def held_out(wanted, samples):
    """Returns whether each sample is held out, as plugins/forest/problem/held_out.cpp decides."""
    share = wanted["held_out_share"]
    chosen = numpy.zeros(samples, dtype=bool)
    count = int(min(numpy.floor(share * samples), samples - 1)) if share > 0 else 0
    if count == 0 and wanted["held_out"] != "hashed":
        return chosen
    if wanted["held_out"] == "last":
        chosen[samples - count :] = True
    elif wanted["held_out"] == "every":
        steps = numpy.floor(numpy.arange(1, count + 1) * (1 / share)).astype(numpy.int64)
        chosen[steps - 1] = True
    elif share > 0:
        words = Stream(wanted["data_seed"], HELD_OUT_STREAM).words(samples - 1)
        chosen[:-1] = words < numpy.uint64(int(share * 2.0**32))
    return chosen


def classifier(wanted, jobs, seed):
    return RandomForestClassifier(
        n_estimators=wanted["trees"],
        criterion=wanted["criterion"],
        max_depth=wanted["maximum_depth"] or None,
        min_samples_split=max(wanted["minimum_node_size"], 2),
        max_features=wanted["attributes_tried"] or "sqrt",
        bootstrap=wanted["bootstrap"],
        max_samples=wanted["bootstrap_size"] or None,
        n_jobs=jobs,
        random_state=seed,
    )


def timed(call):
    begin = time.perf_counter()
    result = call()
    return time.perf_counter() - begin, result


def majority(forest, rows):
    """Returns the label that most trees choose, the lowest in a tie, as forest/predict does."""
    votes = numpy.zeros((len(rows), len(forest.classes_)), dtype=int)
    for tree in forest.estimators_:
        votes[numpy.arange(len(rows)), tree.predict(rows).astype(int)] += 1
    return forest.classes_[votes.argmax(axis=1)]


def measured(wanted, options):
    if wanted["data"] == "generated":
        values, labels = generated(wanted)
    else:
        values, labels = table(options.data / wanted["data"], wanted["label"])
    out = held_out(wanted, len(labels))
    learnt, known = values[~out], labels[~out]
    asked, right = values[out], labels[out]
    fits, predictions, accuracies, by_majority = [], [], [], []
    for run in range(max(options.repeats, options.seeds)):
        forest = classifier(wanted, options.jobs, run + 1)
        fits.append(timed(lambda: forest.fit(learnt, known))[0])
        if len(right) == 0:
            continue
        seconds, found = timed(lambda: forest.predict(asked))
        predictions.append(seconds)
        accuracies.append(float((found == right).mean()))
        by_majority.append(float((majority(forest, asked) == right).mean()))
    result = {"samples": len(known), "attributes": values.shape[1], "labels": len(set(labels.tolist()))}
    result["fit_seconds"] = statistics.median(fits[: options.repeats])
    if accuracies:
        result["predict_seconds"] = statistics.median(predictions[: options.repeats])
        result["accuracies"] = accuracies[: options.seeds]
        result["mean_accuracy"] = statistics.mean(result["accuracies"])
        result["mean_majority_accuracy"] = statistics.mean(by_majority[: options.seeds])
    return result


def instances(path):
    """Returns the arguments of each instance of forest/train once; an array stands for each of its elements."""
    found = []
    for table in tomllib.loads(path.read_text())["instance"]:
        if table.pop("problem") != "forest/train":
            continue
        combinations = [{}]
        for name in DEFAULTS:
            given = table.get(name, DEFAULTS[name])
            choices = given if isinstance(given, list) else [given]
            combinations = [{**one, name: value} for one in combinations for value in choices]
        found += [one for one in combinations if one not in found]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scenario", nargs="?", type=pathlib.Path, default=SCENARIO)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="n_jobs")
    parser.add_argument("--repeats", type=int, default=5, help="whose median is told")
    parser.add_argument("--seeds", type=int, default=10, help="forests whose accuracy is told")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(), help="with tables")
    options = parser.parse_args()
    for wanted in instances(options.scenario):
        told = {"scikit-learn": sklearn.__version__, "n_jobs": options.jobs, **wanted}
        print(json.dumps({**told, **measured(wanted, options)}), flush=True)


if __name__ == "__main__":
    main()
