"""SMAC3's facades. What constraints exclude is answered like a failure, but costs no trial."""
import tempfile

PACKAGES = ["smac"]
_FACADES = ["HyperparameterOptimizationFacade", "BlackBoxFacade"]


def strategies(_file):
    return _FACADES


def search(strategy, space, trials, seed):
    import logging

    import smac
    from ConfigSpace import ConfigurationSpace, Integer
    from smac.runhistory.dataclasses import TrialValue

    logging.disable(logging.ERROR)
    values = space.values()
    places = ConfigurationSpace(seed=seed)
    places.add([Integer(name, (0, len(choices) - 1)) for name, choices in values.items() if len(choices) > 1])
    with tempfile.TemporaryDirectory() as folder:
        scenario = smac.Scenario(
            places, deterministic=True, n_trials=trials.budget, seed=seed, output_directory=folder
        )
        facade = getattr(smac, strategy)(scenario, lambda config, seed=0: 0.0, overwrite=True)
        while not trials.spent():
            asked = facade.ask()
            chosen = tuple(choices[dict(asked.config).get(name, 0)] for name, choices in values.items())
            facade.tell(asked, TrialValue(cost=trials.cost(chosen)))
