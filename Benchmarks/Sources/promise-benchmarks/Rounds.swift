import Measuring

/// The nanoseconds for one operation of a workload, for each subject that has a form of it: in every
/// round they take turns, so that whatever disturbs the machine disturbs all of them; two rounds warm
/// up.
func measure(_ workload: Workload, _ options: Options) -> [String: Spread] {
  let (subjects, rounds) = (options.subjects, options.rounds)
  let clock = options.clock ?? workload.clock
  let loads = subjects.compactMap { subject in
    subject.loads[workload].map { (name: subject.name, run: $0) }
  }
  var times = loads.map { _ in [Double]() }
  for round in -2..<rounds {
    Terminal.progress("\(workload.rawValue), round \(round + 1) of \(rounds)")
    for step in loads.indices {
      // Each goes first in its turn.
      let index = (step + round + 2) % loads.count
      let time = clock.time(loads[index].run) / Double(workload.operations)
      if round >= 0 { times[index].append(time) }
    }
  }
  Terminal.progress("")
  return Dictionary(
    uniqueKeysWithValues: zip(loads, times).map { ($0.name, Spread($1)) })
}
