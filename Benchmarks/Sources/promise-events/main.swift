import Measuring
import PromiseKitLite

// Measures what events cost.
//
//    promise-events links [ROUNDS]
//      The chains without observers: a line each, with the name and the nanoseconds for a link.
//    promise-events recorded|events|lines [ROUNDS]
//      One thing alone, for a profiler: recorded inline chains, single events, lines of a trace.
//    promise-events report [--quick] PROMISE-EVENTS PROMISE-TUI
//      Everything, as a table in Markdown. PROMISE-EVENTS is this program, built without events.
//    promise-events recording [--quick] CHECKOUT PROMISE-TUI
//      What recording costs a program, as a table in Markdown. PROMISE-TUI reads the recorded files.
//    promise-events flood THREADS MILLISECONDS|chains b|c THREADS ROUNDS [observed]|promises COUNT
//    promise-events notes THREADS|counted THREADS FILE|ticks COUNT MILLISECONDS FILE
//      The workloads that are recorded for this: with PROMISE_TRACE in the environment, or without.

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }

/// Returns the argument with the given index as a number.
@MainActor func number(_ place: Int) -> Int {
  guard let number = Int(arguments[place]), number > 0 else {
    Terminal.fail("\(arguments[place]) is not a positive number")
  }
  return number
}

let rounds = arguments.first.flatMap { Int($0) } ?? 21

switch (command, arguments.count) {
case ("links", 0...1):
  for links in Links.allCases { print(links.rawValue, links.median(of: rounds)) }
case ("recorded", 0...1):
  for _ in 0..<rounds {
    PromiseEnvironment(observers: [RecordingObserver()]).run { Links.inline.run() }
  }
case ("events", 0...1): print(Events.note(threads: 1, rounds: rounds).median)
case ("lines", 0...1): print(Events.lines(rounds: rounds).time.median)
case ("report", 2):
  Report(
    program: CommandLine.arguments[0], programWithoutEvents: arguments[0], screens: arguments[1],
    rounds: isQuick ? 3 : 9
  ).print()
case ("recording", 2):
  RecordingReport(
    program: CommandLine.arguments[0], checkout: arguments[0],
    recording: RecordedTrace(screens: arguments[1]), rounds: isQuick ? 3 : 15
  ).print()
case ("flood", 2): Workload.flood(threads: number(0), milliseconds: number(1))
case ("notes", 1): Workload.notes(threads: number(0))
case ("chains", 3...4) where Links(rawValue: arguments[0]) != nil:
  if let links = Links(rawValue: arguments[0]) {
    Workload.chains(
      links, threads: number(1), isObserved: arguments.last == "observed", rounds: number(2))
  }
case ("promises", 1): Workload.promises(number(0))
case ("counted", 2): Workload.counted(threads: number(0), in: arguments[1])
case ("ticks", 3): Workload.ticks(number(0), every: number(1), in: arguments[2])
default:
  Terminal.fail(
    """
    promise-events links|recorded|events|lines [ROUNDS]
    promise-events report [--quick] PROMISE-EVENTS PROMISE-TUI
    promise-events recording [--quick] NAME CHECKOUT PROMISE-TUI
    promise-events flood THREADS MILLISECONDS
    promise-events notes THREADS
    promise-events chains b|c THREADS ROUNDS [observed]
    promise-events promises COUNT
    promise-events counted THREADS FILE
    promise-events ticks COUNT MILLISECONDS FILE
    """)
}
