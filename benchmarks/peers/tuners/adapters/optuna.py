"""Optuna's samplers. They know no constraints: what these exclude is answered like a failure, but costs no trial."""
PACKAGES = ["optuna", "cmaes", "torch", "scipy"]
_SAMPLERS = ["TPESampler", "CmaEsSampler", "GPSampler", "NSGAIISampler", "QMCSampler", "RandomSampler"]


def strategies(_file):
    return _SAMPLERS


def search(strategy, space, trials, seed):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    values = space.values()
    places = {
        name: optuna.distributions.IntDistribution(0, len(choices) - 1)
        for name, choices in values.items()
        if len(choices) > 1
    }
    study = optuna.create_study(sampler=getattr(optuna.samplers, strategy)(seed=seed))
    while not trials.spent():
        trial = study.ask(places)
        chosen = tuple(choices[trial.params.get(name, 0)] for name, choices in values.items())
        study.tell(trial, trials.cost(chosen))
