// Tests of Demos.
