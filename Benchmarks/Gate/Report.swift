import Measuring

/// Reports what a gate costs, as a table in Markdown.
struct Report {
  /// The path of this program.
  var program: String
  /// The path of the same program, built without gates.
  var programWithoutGates: String
  /// Where a trace can be written.
  var trace: String
  var rounds: Int

  func print() {
    let table = Table(["gate", "with", "without", "difference or ratio", "goal", "reached"])
    #if !PROMISE_NO_GATE
      jobs(table)
    #endif
    builds(table)
  }

  #if !PROMISE_NO_GATE
    /// Compares environments of one process, which take turns.
    private func jobs(_ table: Table) {
      let loads: [Load] = [.apart, .open, .armed, .observed, .observedOpen]
      var times: [Load: [Double]] = [:]
      for round in -2..<rounds {
        Terminal.progress("an open gate, round \(max(0, round) + 1) of \(rounds)")
        for step in loads.indices {
          let load = loads[(step + max(0, round)) % loads.count]
          let time = load.measure()
          if round >= 0 { times[load, default: []].append(time) }
        }
      }
      Terminal.progress("")
      func compare(_ title: String, _ with: Load, _ without: Load, goal: Double?) {
        let (with, without) = (Spread(times[with] ?? []), Spread(times[without] ?? []))
        let difference = with.median - without.median
        table.line([
          title, "\(TableText.figure(with)) ns", "\(TableText.figure(without)) ns",
          "\(TableText.figure(max(0, difference))) ns",
          goal.map { "≤ \(TableText.plain($0)) ns" } ?? "–",
          TableText.reached(goal.map { difference <= $0 }),
        ])
      }
      compare(
        "a job on a serial queue, with an open gate and without a gate", .open, .apart, goal: 100)
      compare("the same with an observer", .observedOpen, .observed, goal: 100)
      compare("the same with an armed breakpoint, which never stops", .armed, .apart, goal: nil)
    }
  #endif

  /// Compares two builds, whose processes take turns. None has a gate in its environment.
  private func builds(_ table: Table) {
    let loads: [(title: String, load: Load, isRecorded: Bool)] = [
      ("no observer", .unobserved, false), ("with an observer", .observed, false),
      ("recorded", .unobserved, true),
    ]
    for (title, load, isRecorded) in loads {
      var (with, without): ([Double], [Double]) = ([], [])
      for round in 0..<rounds {
        Terminal.progress("two builds, \(title), round \(round + 1) of \(rounds)")
        for step in 0..<2 {
          if (round + step) % 2 == 0 {
            with.append(run(program, load, isRecorded))
          } else {
            without.append(run(programWithoutGates, load, isRecorded))
          }
        }
      }
      Terminal.progress("")
      let (first, second) = (Spread(with), Spread(without))
      let ratio = first.median / second.median
      table.line([
        "a link on a serial queue, \(title); compared with a build without gates",
        "\(TableText.figure(first)) ns", "\(TableText.figure(second)) ns",
        TableText.ratio(ratio), "≤ 1.03", TableText.reached(ratio <= 1.03),
      ])
    }
  }

  private func run(_ program: String, _ load: Load, _ isRecorded: Bool) -> Double {
    let child = Child.run(
      program, ["load", load.rawValue, "15"],
      environment: isRecorded ? ["PROMISE_TRACE": trace] : [:])
    guard child.status == 0,
      let time = Double(child.output.split(separator: "\n").last.map(String.init) ?? "")
    else { Terminal.fail("\(program) failed") }
    return time
  }
}
