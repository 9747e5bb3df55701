import Measuring

/// Reports what recording costs a program, as a table in Markdown.
struct RecordingReport {
  /// The path of this program.
  var program: String
  /// The path of Examples/checkout.
  var checkout: String
  var rounds: Int

  private let table = Table(["recording", "recorded", "not recorded", "ratio", "goal", "reached"])

  init(program: String, checkout: String, rounds: Int) {
    (self.program, self.checkout, self.rounds) = (program, checkout, rounds)
  }

  func print() {
    let checkoutTime = "checkout, from its start to its end, ms"
    compare(checkoutTime, goal: 1.05, wallTime(checkout, []))
    compare("\(Links.queued.title), ns", goal: 1.35, figure("chains", Links.queued.rawValue))
    compare("\(Links.inline.title), ns", goal: 1.5, figure("chains", Links.inline.rawValue))
    compare("c the same on four threads, a chain each, ns", goal: 1.5, figure("flood", "4", "300"))
    single("one event, one thread, ns", goal: 30, figure("notes", "1"))
    single("one event, on four threads, ns", goal: 60, figure("notes", "4"))
    for target in Target.allCases {
      for threads in [1, 4] { flood(threads, to: target) }
    }
  }
}

extension RecordingReport {
  /// Measures one run, recorded to a file or not.
  private typealias Measurement = (_ isRecorded: Bool) -> Double

  /// Measures the milliseconds from the start of a program to its end.
  private func wallTime(_ program: String, _ arguments: [String]) -> Measurement {
    { isRecorded in
      Clock.wall.time { _ = run(program, arguments, isRecorded: isRecorded) } / 1e6
    }
  }

  /// Measures the figure that this program prints when it is run with the given arguments.
  private func figure(_ words: String...) -> Measurement {
    { isRecorded in
      guard let figure = Double(run(program, words, isRecorded: isRecorded)) else {
        Terminal.fail("\(program) \(words.joined(separator: " ")) printed no number")
      }
      return figure
    }
  }

  private func run(_ program: String, _ arguments: [String], isRecorded: Bool) -> String {
    if isRecorded { return trimmed(Target.file.run(program, arguments).output) }
    let child = Child.run(program, arguments)
    guard child.status == 0 else { Terminal.fail("\(program) failed") }
    return trimmed(child.output)
  }

  private func trimmed(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  /// Compares the two ways alternately, each going first every other round, after one warm-up
  /// round.
  private func compare(_ title: String, goal: Double, _ measure: Measurement) {
    var figures: [Bool: [Double]] = [:]
    for round in -1..<rounds {
      Terminal.progress("\(title), round \(max(0, round) + 1) of \(rounds)")
      for isRecorded in round % 2 == 0 ? [true, false] : [false, true] {
        let figure = measure(isRecorded)
        if round >= 0 { figures[isRecorded, default: []].append(figure) }
      }
    }
    Terminal.progress("")
    let (with, without) = (Spread(figures[true] ?? []), Spread(figures[false] ?? []))
    let ratio = with.median / without.median
    table.line([
      title, TableText.figure(with), TableText.figure(without), TableText.ratio(ratio),
      "≤ \(TableText.plain(goal))", TableText.reached(ratio <= goal),
    ])
  }

  private func single(_ title: String, goal: Double, _ measure: Measurement) {
    Terminal.progress(title)
    let figures = Spread((0..<rounds).map { _ in measure(true) })
    Terminal.progress("")
    table.line([
      title, TableText.figure(figures), TableText.nothing, TableText.nothing,
      "≤ \(TableText.plain(goal))",
      TableText.reached(figures.median <= goal),
    ])
  }

  /// Measures how many events per second arrive from a program that posts more than can be written.
  private func flood(_ threads: Int, to target: Target) {
    let title = "\(target.title), \(threads == 1 ? "one thread" : "\(threads) threads")"
    Terminal.progress(title)
    var (rates, losses): ([Double], [Double]) = ([], [])
    for _ in 0..<min(rounds, 5) {
      var received = Received()
      let time = Clock.wall.time {
        received = target.run(program, ["flood", "\(threads)", "500"]).received
      }
      rates.append(Double(received.events) / (time / 1e9))
      losses.append(received.lost * 100)
    }
    Terminal.progress("")
    let lost = TableText.plain(Spread(losses).median)
    table.line([
      "events a second that arrive in \(title), of a program that does nothing else",
      "\(TableText.figure(Spread(rates))), \(lost) % reported lost", TableText.nothing,
      TableText.nothing,
      TableText.nothing, TableText.nothing,
    ])
  }
}
