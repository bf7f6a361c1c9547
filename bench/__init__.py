"""How fast Brehon is, measured beside its peers in one run: `make bench`. docs/benchmarks.md explains the figures."""
