"""pyATF's search techniques, on its own search spaces with their chains of trees."""
import inspect

PACKAGES = ["pyatf"]


def strategies(_file):
    from pyatf import search_techniques

    return [name for name, technique in vars(search_techniques).items() if isinstance(technique, type)]


def _allowed(names, beginnings):
    """A constraint on the last of the names: with the values of those before, some configuration has it."""

    def constraint(**values):
        return tuple(values[name] for name in names) in beginnings

    keywords = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    constraint.__signature__ = inspect.Signature(keywords)
    return constraint


def _search_space(space, linear):
    from pyatf import TP, Set
    from pyatf.search_space import SearchSpace

    names = [f"p{k}" for k in range(len(space.names))]  # any name of a parameter would do
    parameters = []
    for k, values in enumerate(space.values().values()):
        beginnings = {configuration[: k + 1] for configuration in space.configurations}
        parameters.append(TP(names[k], Set(*values), _allowed(names[: k + 1], beginnings)))
    return SearchSpace(*parameters, enable_1d_access=linear, verbosity=0)


def search(strategy, space, trials, seed):
    from pyatf import search_techniques
    from pyatf.search_techniques.search_technique_1d import SearchTechnique1D

    technique = getattr(search_techniques, strategy)()
    linear = isinstance(technique, SearchTechnique1D)
    search_space = _search_space(space, linear)
    technique.initialize(len(space.configurations) if linear else len(space.names))
    propose = technique.get_next_indices if linear else technique.get_next_coordinates
    while not trials.spent():
        costs = {}
        for proposed in propose():
            costs[proposed] = trials.evaluate(search_space.get_configuration(proposed).values())
        technique.report_costs(costs)
