"""The trials of one search: every peer asks here what a configuration takes, and is judged by what it asked."""


class Ended(BaseException):
    """Ends a search. No Exception, so that no peer takes it for a failure of a configuration."""


class BudgetSpent(Ended):
    pass


class Stuck(Ended):
    pass


class TimeIsUp(Ended):
    pass


# A search that proposes nothing new so often in a row has come to its end.
MOST_REPEATS = 2_000


class Trials:
    """Looks configurations up in a recorded space and remembers which, in the order of first proposal.

    Configurations tried before are answered again and cost nothing, and neither do those that
    constraints exclude; a failure costs a trial.
    """

    def __init__(self, space, budget):
        self.space = space
        self.budget = min(budget, len(space.configurations))
        self.places = []
        self._tried = set()
        self._repeats = 0
        self._slowest = None

    def spent(self):
        return len(self.places) == self.budget

    def evaluate(self, configuration):
        """The time of a configuration, a tuple of values; None if it failed or is excluded."""
        place = self.space.places.get(tuple(configuration))
        if place is None or place in self._tried:
            self._repeats += 1
            if self._repeats == MOST_REPEATS:
                raise Stuck(f"{MOST_REPEATS} proposals without a new one")
            return None if place is None else self.space.times[place]
        if self.spent():
            raise BudgetSpent
        self._repeats = 0
        self._tried.add(place)
        self.places.append(place)
        time = self.space.times[place]
        if time is not None:
            self._slowest = max(time, self._slowest or time)
        return time

    def cost(self, configuration):
        """As evaluate, for peers that want a number: a failure is twice as slow as the slowest so far."""
        time = self.evaluate(configuration)
        if time is not None:
            return time
        return 2 * self._slowest if self._slowest else 2 * self.space.optimum * 1000
