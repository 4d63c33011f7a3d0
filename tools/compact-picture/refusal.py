"""The error by which the program refuses an input."""


class Refusal(Exception):
    """Its message says what is wrong and what would be right."""
