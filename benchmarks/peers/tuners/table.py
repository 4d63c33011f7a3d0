"""Figures of strategies as a table in Markdown."""
import math


def _number(value, digits=3):
    return "-" if value is None or math.isnan(value) else f"{value:.{digits}f}"


def _gap(figure):
    """The gap closed and its standard error, in percent."""
    if figure["gap_closed"] is None:
        return "-"
    error = figure["gap_closed_error"]
    return f"{100 * figure['gap_closed']:.0f}%" + ("" if math.isnan(error) else f" ± {100 * error:.0f}")


def _reached(figure):
    return f"{_number(figure['optimum_over_best'])} ± {_number(figure['standard_error'])}"


def _milliseconds(seconds):
    return "-" if seconds is None else f"{1e3 * seconds:.3g} ms"


def _cells(row, budgets):
    cells = [row["peer"], row["strategy"], str(row["searches"])]
    for figure in row["figures"]:
        cells += [_reached(figure), _gap(figure)]
    cells += ["-"] * (2 * (len(budgets) - len(row["figures"])))
    return [*cells, _number(row["score"]), _milliseconds(row["seconds"]), row["note"].replace("|", "/")]


def _rank(row):
    return -row["figures"][-1]["optimum_over_best"] if row["figures"] else 1


def table(rows, budgets):
    """The rows in the order of what they reached with the largest budget."""
    heads = ["tuner", "strategy", "searches"]
    heads += [f"{what} after {budget}" for budget in budgets for what in ("optimum/best", "gap closed")]
    heads += ["published score", "own time a trial", "note"]
    lines = [heads, ["---", "---"] + ["---:"] * (len(heads) - 3) + ["---"]]
    lines += [_cells(row, budgets) for row in sorted(rows, key=_rank)]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
