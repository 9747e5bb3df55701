import ArgumentParser

Output.prepare()
PromiseTUI.main()
