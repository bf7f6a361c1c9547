"""From points to chances."""

from math import exp


def softmax(values: list[float], scale: float) -> list[float]:
    """Shares that add up to one; a lead of `scale` makes the odds e to one."""
    highest = values[0]
    for value in values:
        if value > highest:
            highest = value
    total = 0.0
    out: list[float] = []
    for value in values:
        weight = exp((value - highest) / scale)
        out.append(weight)
        total += weight
    return [weight / total for weight in out]


def logistic(value: float) -> float:
    """The chance at these log-odds."""
    return 1.0 / (1.0 + exp(-value))
