import Measuring

/// Returns the nanoseconds for one operation of a workload, for each subject that implements it.
/// The subjects take turns in every round, so that a disturbance of the machine affects all of
/// them. Two rounds are for warm-up.
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
      // Each subject goes first in turn.
      let index = (step + round + 2) % loads.count
      let time = clock.time(loads[index].run) / Double(workload.operations)
      if round >= 0 { times[index].append(time) }
    }
  }
  Terminal.progress("")
  return Dictionary(
    uniqueKeysWithValues: zip(loads, times).map { ($0.name, Spread($1)) })
}
