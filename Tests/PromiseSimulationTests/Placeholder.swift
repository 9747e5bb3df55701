// Tests of PromiseSimulation.
