// Tests of PromiseGraph.
