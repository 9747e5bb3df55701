import Measuring
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

// Measures the graph, the screens, and the program in a terminal.
//
//    promise-screens report [--quick] PROMISE-TUI PROMISE-EVENTS
//      Everything, as a table in Markdown.
//    promise-screens recordings [--quick] PROMISE-TUI PROMISE-EVENTS
//      Only traces and running programs.
//    promise-screens memory WORKLOAD [SCALE]
//      The bytes that a history takes in the process, the bytes that it reports, and its events.
//    promise-screens endless MILLIONS
//      The memory of the process after each million events of a program that never ends, the
//      promises that are kept, and the total number of promises.
//    promise-screens fold|jumps|frames|graph WORKLOAD
//      One thing alone, for a profiler.

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }
let load = arguments.first.flatMap { Workload(rawValue: $0) }

switch (command, load) {
case ("report", nil) where arguments.count == 2:
  Report(
    program: CommandLine.arguments[0], screens: arguments[0], ticker: arguments[1],
    scale: isQuick ? 10 : 1
  ).print()
case ("recordings", nil) where arguments.count == 2:
  Report(
    program: CommandLine.arguments[0], screens: arguments[0], ticker: arguments[1],
    scale: isQuick ? 10 : 1
  ).recordings()
case ("memory", let load?):
  let before = residentBytes()
  let history = Loaded.history(load, scale: arguments.dropFirst().first.flatMap { Int($0) } ?? 1)
  let after = residentBytes()
  Terminal.print("\(after > 0 ? after - before : 0) \(history.bytes) \(history.count)")
case ("endless", nil) where Int(arguments.first ?? "") != nil:
  Endless.run(millions: arguments.first.flatMap { Int($0) } ?? 1)
case ("fold", let load?):
  var state = RunState()
  load.post { state.apply($0) }
  Terminal.print("\(state.graph.counts.total) promises")
case ("jumps", let load?):
  let history = Loaded.history(load, scale: 1)
  var numbers = Numbers()
  for _ in 0..<2_000 { _ = history.graph(at: numbers.next(below: history.last)) }
case ("frames", let load?):
  var state = Loaded.screens(load, scale: 1)
  for step in 0..<500 {
    _ = update(&state, .key(step % 3 == 0 ? .left : .down))
    _ = view(state)
  }
case ("graph", let load?):
  Report(program: "", screens: "", ticker: "", scale: 1).graph(load)
default:
  Terminal.fail(
    """
    promise-screens report [--quick] PROMISE-TUI PROMISE-EVENTS
    promise-screens recordings [--quick] PROMISE-TUI PROMISE-EVENTS
    promise-screens memory WORKLOAD [SCALE]
    promise-screens endless MILLIONS
    promise-screens fold|jumps|frames|graph WORKLOAD
    workloads: \(Workload.allCases.map(\.rawValue).joined(separator: ", "))
    """)
}
