import Measuring

/// The nanoseconds for one operation of a workload, for each subject: in every round they take turns,
/// so that whatever disturbs the machine disturbs all of them; two rounds warm up.
func measure(_ workload: Workload, _ subjects: [Subject], rounds: Int) -> [(String, Spread)] {
  let loads = subjects.compactMap { subject in
    subject.loads[workload].map { (name: subject.name, run: $0) }
  }
  var times = loads.map { _ in [Double]() }
  for round in -2..<rounds {
    for step in loads.indices {
      // Each goes first in its turn.
      let index = (step + round + 2) % loads.count
      let time = workload.clock.time(loads[index].run) / Double(workload.operations)
      if round >= 0 { times[index].append(time) }
    }
  }
  return zip(loads, times).map { ($0.name, Spread($1)) }
}
