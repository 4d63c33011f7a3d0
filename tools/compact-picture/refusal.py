"""What the program cannot do, said to whoever asked for it."""


class Refusal(Exception):
    """The message names what is wrong and what would be right."""
