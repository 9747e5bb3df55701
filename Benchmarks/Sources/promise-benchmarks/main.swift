import Measuring

// Measures the workloads side by side.
//
//   promise-benchmarks [--rounds N] [--only WORKLOAD,…] [--subject NAME,…] [--quick]

let options = Options(CommandLine.arguments.dropFirst())
for workload in options.workloads {
  for (name, spread) in measure(workload, options.subjects, rounds: options.rounds) {
    let figures = [spread.median, spread.lowest, spread.highest].map { (figure: Double) in
      String(Int(figure.rounded()))
    }
    print(workload.rawValue, name, figures[0], "(\(figures[1])-\(figures[2]))")
  }
}
