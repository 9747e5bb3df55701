import Measuring

// Measures the workloads side by side, and prints a table in Markdown.
//
//    promise-benchmarks [--rounds N | --quick] [--only WORKLOAD,…] [--subject NAME,…]
//                       [--processor-time]
//
// With --processor-time, no load is timed by the wall clock; use it on a busy machine.
// A workload is named by its letter and number, as in a1, or by the letter alone. One alone, for a
// profiler:
//
//    promise-benchmarks --only a2 --rounds 50 --subject PromiseKitLite

let options = Options(CommandLine.arguments.dropFirst())
let table = Table(
  ["workload"] + options.subjects.map(\.name) + ["ratio", "goal", "reached"])

var results: [Workload: [String: Spread]] = [:]
for workload in options.workloads {
  let row = measure(workload, options)
  results[workload] = row
  table.line(
    ["\(workload.rawValue) \(workload.title)"]
      + options.subjects.map { row[$0.name].map { TableText.figure($0) } ?? TableText.nothing }
      + (workload.goal?.cells(row) ?? Array(repeating: TableText.nothing, count: 3)))
}

// Whether the time per input depends on the number of inputs.
if let small = results[.all1k], let large = results[.all100k] {
  let ratios = options.subjects.map { subject -> Double? in
    guard let small = small[subject.name], let large = large[subject.name] else { return nil }
    return large.median / small.median
  }
  let own = options.subjects.firstIndex { $0.name == Subject.promiseKitLite.name }
  let ratio = own.flatMap { ratios[$0] }
  table.line(
    ["d the time of an input of 100,000 against that of 1,000"]
      + ratios.map { $0.map { TableText.ratio($0) } ?? TableText.nothing }
      + [
        ratio.map { TableText.ratio($0) } ?? TableText.nothing, "≤ 1.05",
        TableText.reached(ratio.map { $0 <= 1.05 }),
      ])
}
