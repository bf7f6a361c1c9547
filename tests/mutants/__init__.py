"""Mutation testing of the rules: small mistakes are planted one at a time, and the game's own tests have to notice.

`make mutants` plants a seeded sample of mistakes in each game's phases and scoring (`operators.py`) and runs, for each, the tests that
reach the changed line, the quickest first (`running.py`). A mistake that no test notices is a survivor: write the test that is
missing, or, if the change cannot be observed by anyone, list it with its reason in `equivalent.toml`. Results are kept in
`build/mutants/`, so a run that was stopped goes on where it was.
"""
