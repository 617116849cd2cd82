"""What a mutation of the searches is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    file: str  # in heddle/search
    text: str  # occurs there exactly once
    replacement: str


@dataclass(frozen=True)
class Mutation:
    name: str
    breaks: str
    edits: tuple
    # Not empty: the comparison does not notice, and why.
    survives: str = ""


def mutation(name, breaks, file, text, replacement, survives=""):
    return Mutation(name, breaks, (Edit(file, text, replacement),), survives)
