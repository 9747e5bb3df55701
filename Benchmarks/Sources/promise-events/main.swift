import Measuring

// Measures what events cost.
//
//   promise-events links [ROUNDS]
//     The chains where nobody observes: a line each, its name and the nanoseconds for a link.
//   promise-events report [--quick] PROMISE-EVENTS PROMISE-TUI
//     Everything, as a table in Markdown; the first program is this one of a build without events.

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }

switch (command, arguments.count) {
case ("links", 0...1):
  let rounds = arguments.first.flatMap { Int($0) } ?? 21
  for links in Links.allCases { print(links.rawValue, links.median(of: rounds)) }
case ("report", 2):
  Report(
    program: CommandLine.arguments[0], programWithoutEvents: arguments[0], screens: arguments[1],
    rounds: isQuick ? 3 : 9
  ).print()
default:
  Terminal.fail("promise-events links [ROUNDS] | report [--quick] PROMISE-EVENTS PROMISE-TUI")
}
