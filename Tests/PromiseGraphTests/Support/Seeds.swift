import TestSupport

/// The seeds of the tests over random events; `make test-stress` tries more.
let seeds = Rounds(4, "SEEDS", from: 1).seeds
