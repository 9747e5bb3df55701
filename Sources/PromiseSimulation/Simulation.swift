// The simulation.
