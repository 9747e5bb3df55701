import Measuring

// Measures the exploration of schedules.
//
//    promise-schedules [--quick] PROMISE-TUI
//      How many schedules are run per second, and what the reduction saves for each demo, as
//      tables in Markdown.
//    promise-schedules rates [ROUNDS [RUNS [TITLE]]]
//      Only the first table, or only the lines whose titles contain a text.

var arguments = Array(CommandLine.arguments.dropFirst())
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }

switch (arguments.first, arguments.count) {
case ("rates", 1...4):
  let given = arguments.dropFirst().prefix(2).compactMap { Int($0) }
  let numbers = given + [9, 20_000].dropFirst(given.count)
  Rates.print(
    rounds: numbers[0], runs: numbers[1], only: arguments.count == 4 ? arguments[3] : nil)
case (let program?, 1):
  Rates.print(rounds: isQuick ? 3 : 9, runs: isQuick ? 5_000 : 20_000)
  Terminal.print("")
  ThreeQueues.print()
  Terminal.print("")
  Reduction(program: program, seconds: isQuick ? 2 : 10).print()
default:
  Terminal.fail(
    """
    promise-schedules [--quick] PROMISE-TUI
    promise-schedules rates [ROUNDS [RUNS [TITLE]]]
    """)
}
