"""The same table for research: environments for PettingZoo, Gymnasium and OpenSpiel, batched self-play, datasets.

Nothing here knows a rule: states come from the game, observations from its views. docs/envs.md is the way in.
"""
