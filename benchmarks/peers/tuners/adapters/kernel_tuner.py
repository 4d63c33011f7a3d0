"""Kernel Tuner's strategies, with their default settings, on its own class of search spaces."""
import functools

PACKAGES = ["kernel_tuner", "pymoo", "scikit-learn", "scikit-optimize", "pyatf"]
_ENOUGH_THREADS = 1_000_000_000  # in a block; the recorded space has its limit already


def strategies(_file):
    from kernel_tuner.interface import strategy_map

    return list(strategy_map)


def _runner(trials):
    from kernel_tuner import util
    from kernel_tuner.runners.runner import Runner
    from kernel_tuner.runners.simulation import SimulationDevice

    class Lookup(Runner):
        """Answers from the recorded space. Kernel Tuner's budget counts new configurations, as Trials does."""

        def __init__(self):
            super().__init__()
            self.dev = SimulationDevice(_ENOUGH_THREADS, {"device_name": "recorded"}, True)

        def get_device_info(self):
            return self.dev

        def get_environment(self, tuning_options):
            return self.dev.get_environment()

        def run(self, parameter_space, tuning_options):
            return [self._result(tuple(configuration), tuning_options) for configuration in parameter_space]

        def _result(self, configuration, tuning_options):
            if tuning_options.budget.is_done():
                return None
            before = len(trials.places)
            time = trials.evaluate(configuration)
            tuning_options.budget.add_evaluations(len(trials.places) - before)
            result = dict(zip(trials.space.names, configuration))
            if time is None:
                result["__error__"] = util.RuntimeFailedConfig()
                time = util.RuntimeFailedConfig()
            unmeasured = ("compile_time", "verification_time", "benchmark_time", "strategy_time", "framework_time")
            return {**result, "time": time, **dict.fromkeys(unmeasured, 0.0)}

    return Lookup()


@functools.cache
def _in_its_order(space):
    """The configurations in the order in which Kernel Tuner's solver finds them: some strategies depend on it."""
    from constraint import FunctionConstraint
    from kernel_tuner.searchspace import Searchspace

    recorded = FunctionConstraint(lambda *configuration: configuration in space.places)
    found = Searchspace(space.values(), [recorded], _ENOUGH_THREADS).list
    return [dict(zip(space.names, configuration)) for configuration in found]


def search(strategy, space, trials, seed):
    from kernel_tuner import util
    from kernel_tuner.interface import Options, strategy_map
    from kernel_tuner.searchspace import Searchspace

    values = space.values()
    recorded = dict(enumerate(_in_its_order(space)))
    searchspace = Searchspace(None, None, None, from_cache={"tune_params": values, "cache": recorded})
    searchspace.max_threads = _ENOUGH_THREADS
    settings = {} if strategy == "brute_force" else {"max_fevals": trials.budget}
    options = Options(
        tune_params=values,
        restrictions=None,
        restrictions_unmodified=[],
        objective=["time"],
        objective_higher_is_better=[False],
        strategy=strategy,
        strategy_options=Options(settings),
        max_fevals=trials.budget,
        budget=util.TuningBudget(None, trials.budget),
        cache={},
        cachefile=None,
        metrics=None,
        simulation_mode=False,
        verbose=False,
        seed=seed,
    )
    strategy_map[strategy].tune(searchspace, _runner(trials), options)
