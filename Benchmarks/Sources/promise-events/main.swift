import Measuring

// Measures what events cost.
//
//   promise-events links [ROUNDS]   the chains where nobody observes: a line each, its name and the
//                                   nanoseconds for a link. `run` compares two builds by it.

let arguments = Array(CommandLine.arguments.dropFirst())
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 21

switch arguments.first {
case "links":
  for (name, dispatcher) in [("b", Links.queue), ("c", nil)] {
    for _ in 0..<2 { Links.run(on: dispatcher) }
    let times = (0..<rounds).map { _ in
      Clock.processor.time { Links.run(on: dispatcher) } / Double(Links.count)
    }
    print(name, Spread(times).median)
  }
default: Terminal.fail("promise-events links [ROUNDS]")
}
