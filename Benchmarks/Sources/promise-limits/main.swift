import CHeap
import Measuring

// Tests limits that not every library survives, each trial in a process of its own.
//
//    promise-limits [--quick]                 everything, as a table in Markdown
//    promise-limits TRIAL NAME time|heap [N]  one trial of one library with N links or steps:
//                                             prints the nanoseconds for one of them, or the
//                                             maximum bytes, the remaining bytes, and the
//                                             allocations; for `memory`, those of one promise

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case nil: report(program: CommandLine.arguments[0], runs: 3)
case "--quick": report(program: CommandLine.arguments[0], runs: 1)
case let name?:
  guard let trial = Trial(rawValue: name) else {
    Terminal.fail("TRIAL is one of \(Trial.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  guard arguments.count > 2,
    let subject = Subject.all.first(where: { $0.name == arguments[1] }),
    let body = subject.trials[trial]
  else { Terminal.fail("promise-limits TRIAL NAME time|heap [N]") }
  let count = arguments.dropFirst(3).first.flatMap { Int($0) } ?? trial.count
  if arguments[2] == "time" { trial.time(body, count) } else { trial.heap(body, count) }
}
