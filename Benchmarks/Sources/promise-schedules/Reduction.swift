import Foundation
import Measuring

/// Measures how many runs the reduction saves for each demo, as reported by the program itself.
struct Reduction {
  /// The path of promise-tui.
  var program: String
  /// The time limit of a search without the reduction.
  var seconds: Int

  /// Prints the table.
  func print() {
    let table = Table([
      "demo", "schedules", "given up", "without reduction", "factor", "outcomes", "ms", "reached",
    ])
    for name in names {
      Terminal.progress("reduction, \(name)")
      let reduced = explore(name, [])
      let whole = explore(name, ["--no-reduction"])
      let factor = Double(whole.schedules) / Double(max(1, reduced.schedules + reduced.pruned))
      let milliseconds = reduced.seconds * 1000
      let isMeant = reduced.isExhaustive && reduced.schedules <= 10_000
      Terminal.progress("")
      table.line([
        name, "\(reduced.schedules)", "\(reduced.pruned)",
        whole.isExhaustive ? "\(whole.schedules)" : "> \(whole.schedules)",
        (whole.isExhaustive ? "" : "> ") + TableText.decimals(factor, 1), "\(reduced.outcomes)",
        TableText.decimals(milliseconds, 1), TableText.reached(isMeant ? milliseconds < 100 : nil),
      ])
    }
  }

  private var names: [String] {
    let list = Child.run(program, ["about", "demos"]).output
    return list.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }.filter { Child.run(program, ["explore", $0, "--json", "-n", "1"]).status != 64 }
  }

  private struct Figures: Decodable {
    var schedules: Int
    var pruned: Int
    var seconds: Double
    var exhaustive: Bool
    var outcomes: [Outcome]
    struct Outcome: Decodable {}
  }

  private func explore(
    _ name: String, _ options: [String]
  ) -> (schedules: Int, pruned: Int, seconds: Double, isExhaustive: Bool, outcomes: Int) {
    let child = Child.run(
      program,
      ["explore", name, "--json", "-n", "10000000", "--timeout", "\(seconds)"]
        + options)
    guard let figures = try? JSONDecoder().decode(Figures.self, from: Data(child.output.utf8))
    else { Terminal.fail("\(program) explore \(name) did not print an exploration") }
    return (
      figures.schedules, figures.pruned, figures.seconds, figures.exhaustive, figures.outcomes.count
    )
  }
}
