import Measuring
import PromiseKitLite

// Measures what a gate costs.
//
//    promise-gate report [--quick] PROMISE-GATE TRACE
//      Everything, as a table in Markdown. PROMISE-GATE is this program, built with PROMISE_NO_GATE;
//      TRACE is a file that is recorded into.
//    promise-gate load NAME ROUNDS
//      One load alone: the median of the rounds, in nanoseconds for a link.

var arguments = Array(CommandLine.arguments.dropFirst())
let isQuick = arguments.contains("--quick")
arguments.removeAll { $0 == "--quick" }

switch (arguments.first, arguments.count) {
case ("report", 3):
  Report(
    program: CommandLine.arguments[0], programWithoutGates: arguments[1], trace: arguments[2],
    rounds: isQuick ? 5 : 15
  ).print()
case ("load", 3):
  guard let load = Load(rawValue: arguments[1]), let rounds = Int(arguments[2]), rounds > 0 else {
    Terminal.fail("the loads: \(Load.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  for _ in 0..<2 { _ = load.measure() }
  print(Spread((0..<rounds).map { _ in load.measure() }).median)
default:
  Terminal.fail(
    """
    promise-gate report [--quick] PROMISE-GATE TRACE
    promise-gate load NAME ROUNDS
    """)
}
