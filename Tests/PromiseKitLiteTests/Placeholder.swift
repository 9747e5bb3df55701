// Tests of PromiseKitLite.
