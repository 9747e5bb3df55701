// Tests of PromiseTUI.
