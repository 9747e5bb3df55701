import Measuring

// Measures the exploration of schedules.
//
//    promise-schedules [--quick] PROMISE-TUI
//      How many schedules are run per second, and what the reduction saves for each demo, as
//      tables in Markdown.
//    promise-schedules rates [ROUNDS]
//      Only the first table.

var arguments = Array(CommandLine.arguments.dropFirst())
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }

switch (arguments.first, arguments.count) {
case ("rates", 1...2):
  Rates.print(rounds: arguments.last.flatMap { Int($0) } ?? 9, runs: 20_000)
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
    promise-schedules rates [ROUNDS]
    """)
}
