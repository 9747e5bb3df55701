// Measures the loads, and prints a line for each: its name, and the nanoseconds for a link.
//
//   promise-benchmarks [ROUNDS]

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 21

for load in Load.all {
  print(load.name, load.median(of: rounds))
}
