import Measuring
import PromiseKitLite

// Measures what events cost.
//
//   promise-events links [ROUNDS]
//     The chains where nobody observes: a line each, its name and the nanoseconds for a link.
//   promise-events recorded|notes|lines [ROUNDS]
//     One thing alone, for a profiler: chains run inline that are recorded, single events, lines of a
//     trace.
//   promise-events report [--quick] PROMISE-EVENTS PROMISE-TUI
//     Everything, as a table in Markdown; the first program is this one of a build without events.

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }

let rounds = arguments.first.flatMap { Int($0) } ?? 21

switch (command, arguments.count) {
case ("links", 0...1):
  for links in Links.allCases { print(links.rawValue, links.median(of: rounds)) }
case ("recorded", 0...1):
  for _ in 0..<rounds {
    PromiseEnvironment(observers: [RecordingObserver()]).run { Links.inline.run() }
  }
case ("notes", 0...1): print(Events.note(threads: 1, rounds: rounds).median)
case ("lines", 0...1): print(Events.lines(rounds: rounds).time.median)
case ("report", 2):
  Report(
    program: CommandLine.arguments[0], programWithoutEvents: arguments[0], screens: arguments[1],
    rounds: isQuick ? 3 : 9
  ).print()
default:
  Terminal.fail(
    """
    promise-events links|recorded|notes|lines [ROUNDS]
    promise-events report [--quick] PROMISE-EVENTS PROMISE-TUI
    """)
}
