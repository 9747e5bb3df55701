// Tests of PromiseScreens.
