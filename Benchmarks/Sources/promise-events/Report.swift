import Measuring

/// Reports what the events cost, as a table in Markdown.
struct Report {
  /// The path of this program.
  var program: String
  /// The path of the same program, built with a library without events.
  var programWithoutEvents: String
  /// The path of promise-tui.
  var screens: String
  var rounds: Int

  func print() {
    let table = Table(["events", "with", "without", "ratio", "goal", "reached"])
    unobserved(table)
    instructions(table)
    alone(table)
    screen(table)
  }

  /// Compares two processes that run alternately; each result is the median of several rounds of
  /// its own.
  private func unobserved(_ table: Table) {
    var with: [Links: [Double]] = [:]
    var without: [Links: [Double]] = [:]
    for run in 0..<rounds {
      Terminal.progress("two builds, run \(run + 1) of \(rounds)")
      for step in 0..<2 {
        if (run + step) % 2 == 0 {
          add(links(program), to: &with)
        } else {
          add(links(programWithoutEvents), to: &without)
        }
      }
    }
    Terminal.progress("")
    for link in Links.allCases {
      compare(
        "\(link.title), no observer; compared with a build without events", table,
        with: Spread(with[link] ?? []), without: Spread(without[link] ?? []), goal: 1.03)
    }
  }

  /// Counts instead of measuring: two builds that execute the same instructions differ by noise alone.
  private func instructions(_ table: Table) {
    for link in Links.allCases {
      Terminal.progress("the instructions of \(link.title)")
      let (with, without) = (
        Instructions.perLink(link, of: program),
        Instructions.perLink(link, of: programWithoutEvents)
      )
      Terminal.progress("")
      let title = "\(link.title), no observer: instructions, compared with a build without events"
      guard let with, let without else {
        let dash = TableText.nothing
        table.line([title, dash, dash, dash, "≤ 1.03", dash])
        continue
      }
      table.line([
        title, TableText.figure(with), TableText.figure(without), TableText.ratio(with / without),
        "≤ 1.03", TableText.reached(with / without <= 1.03),
      ])
    }
  }

  private func alone(_ table: Table) {
    single("one event recorded, one thread", table, Events.note(threads: 1, rounds: rounds), 30)
    single(
      "one event recorded, on four threads", table, Events.note(threads: 4, rounds: rounds),
      60)
    let (time, bytes) = Events.lines(rounds: rounds)
    single("one line of a trace, \(TableText.figure(bytes)) bytes", table, time, 150)
  }

  private func screen(_ table: Table) {
    let times = (0..<rounds).map { _ in
      Clock.wall.time {
        let arguments = ["demo", "login-fetch-submit", "--screen", "80x24", "--at", "1"]
        let child = Child.run(screens, arguments)
        if child.status != 0 { Terminal.fail("\(screens) failed") }
      } / 1_000_000
    }
    let spread = Spread(times)
    table.line([
      "the program's first screen", "\(TableText.figure(spread)) ms", TableText.nothing,
      TableText.nothing,
      "≤ 100 ms", TableText.reached(spread.median <= 100),
    ])
  }
}

extension Report {
  private func compare(
    _ title: String, _ table: Table, with: Spread, without: Spread, goal: Double
  ) {
    let ratio = with.median / without.median
    table.line([
      title, "\(TableText.figure(with)) ns", "\(TableText.figure(without)) ns",
      TableText.ratio(ratio),
      "≤ \(TableText.plain(goal))", TableText.reached(ratio <= goal),
    ])
  }

  private func single(_ title: String, _ table: Table, _ time: Spread, _ goal: Double) {
    table.line([
      title, "\(TableText.figure(time)) ns", TableText.nothing, TableText.nothing,
      "≤ \(TableText.plain(goal)) ns",
      TableText.reached(time.median <= goal),
    ])
  }

  private func links(_ program: String) -> [Links: Double] {
    let child = Child.run(program, ["links"])
    var figures: [Links: Double] = [:]
    for line in child.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let link = Links(rawValue: String(words[0])) {
        figures[link] = Double(words[1])
      }
    }
    guard child.status == 0, figures.count == Links.allCases.count else {
      Terminal.fail("\(program) failed")
    }
    return figures
  }

  private func add(_ figures: [Links: Double], to all: inout [Links: [Double]]) {
    for (link, figure) in figures { all[link, default: []].append(figure) }
  }
}
