import Measuring

/// Reports what recording costs a program, as a table in Markdown.
struct RecordingReport {
  /// The path of this program.
  var program: String
  /// The path of Examples/checkout.
  var checkout: String
  var recording: RecordedTrace
  var rounds: Int

  private let table = Table([
    "recording", "not recorded", "in memory", "ratio", "to a file", "ratio", "goal", "reached",
  ])

  init(program: String, checkout: String, recording: RecordedTrace, rounds: Int) {
    (self.program, self.checkout) = (program, checkout)
    (self.recording, self.rounds) = (recording, rounds)
  }

  func print() {
    let checkoutTime = "checkout, from its start to its end, ms"
    compare(checkoutTime, goal: 1.02, ways: [.alone, .file], wallTime(checkout))
    for threads in [1, 4] {
      for links in Links.allCases {
        let place = threads == 1 ? "" : ", on \(threads) threads, a chain each"
        let events = TableText.plain(links.eventsPerLink())
        compare(
          "\(links.title)\(place), \(events) events, ns", goal: links.goal(threads: threads),
          ways: Way.allCases, chains(links, threads: threads))
      }
    }
    compare(
      "1,000,000 promises as fast as they go, a promise, ns", goal: 2, ways: [.alone, .file]
    ) { way in figure(["promises", "1000000"], way) }
    single("one event, one thread, ns", goal: 30, ["notes", "1"])
    single("one event, on four threads, ns", goal: 60, ["notes", "4"])
    for threads in [1, 4] { flood(threads) }
    size("bytes of an event, of 1,000,000 promises", goal: 24)
    for threads in [1, 2, 8] { kills(threads) }
  }
}

extension RecordingReport {
  /// Measures one run.
  private typealias Measurement = (_ way: Way) -> Double

  /// Measures the milliseconds from the start of a program to its end.
  private func wallTime(_ program: String) -> Measurement {
    { way in Clock.wall.time { _ = run(program, [], way) } / 1e6 }
  }

  private func chains(_ links: Links, threads: Int) -> Measurement {
    { way in
      let words = ["chains", links.rawValue, "\(threads)", "9"]
      return figure(way == .memory ? words + ["observed"] : words, way)
    }
  }

  /// Returns the figure that this program prints when it is run with the given arguments.
  private func figure(_ words: [String], _ way: Way) -> Double {
    guard let figure = Double(run(program, words, way)) else {
      Terminal.fail("\(program) \(words.joined(separator: " ")) printed no number")
    }
    return figure
  }

  private func run(_ program: String, _ arguments: [String], _ way: Way) -> String {
    switch way {
    case .file:
      return trimmed(recording.run(program, arguments, counts: false).output)
    case .alone, .memory:
      let child = Child.run(program, arguments)
      guard child.status == 0 else { Terminal.fail("\(program) failed") }
      return trimmed(child.output)
    }
  }

  private func trimmed(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  /// Compares the ways alternately, each going first in turn, after one warm-up round.
  private func compare(
    _ title: String, goal: Double, ways: [Way], _ measure: Measurement
  ) {
    var figures: [Way: [Double]] = [:]
    for round in -1..<rounds {
      Terminal.progress("\(title), round \(max(0, round) + 1) of \(rounds)")
      for step in ways.indices {
        let way = ways[(step + max(0, round)) % ways.count]
        let figure = measure(way)
        if round >= 0 { figures[way, default: []].append(figure) }
      }
    }
    Terminal.progress("")
    let spreads = figures.mapValues { Spread($0) }
    guard let alone = spreads[.alone] else { return }
    let ratios = spreads.filter { $0.key != .alone }.mapValues { $0.median / alone.median }
    func cells(_ way: Way) -> [String] {
      guard let spread = spreads[way], let ratio = ratios[way] else {
        return [TableText.nothing, TableText.nothing]
      }
      return [TableText.figure(spread), TableText.ratio(ratio)]
    }
    table.line(
      [title, TableText.figure(alone)] + cells(.memory) + cells(.file)
        + [
          "≤ \(TableText.plain(goal))", TableText.reached(ratios.values.allSatisfy { $0 <= goal }),
        ])
  }

  /// Prints a figure of a program that is recorded to a file.
  private func line(_ title: String, _ figure: String, goal: String? = nil, reached: Bool? = nil) {
    let dash = TableText.nothing
    table.line([title, dash, dash, dash, figure, dash, goal ?? dash, TableText.reached(reached)])
  }

  private func single(_ title: String, goal: Double, _ words: [String]) {
    Terminal.progress(title)
    let figures = Spread((0..<rounds).map { _ in figure(words, .file) })
    Terminal.progress("")
    line(
      title, TableText.figure(figures), goal: "≤ \(TableText.plain(goal))",
      reached: figures.median <= goal)
  }

  /// Measures how many events per second arrive from a program that does nothing else than post them.
  private func flood(_ threads: Int) {
    let title = "a file, \(threads == 1 ? "one thread" : "\(threads) threads")"
    Terminal.progress(title)
    var (rates, losses): ([Double], [Double]) = ([], [])
    for _ in 0..<min(rounds, 5) {
      var received = Received()
      let time = Clock.wall.time {
        received = recording.run(program, ["flood", "\(threads)", "500"]).received
      }
      rates.append(Double(received.events) / (time / 1e9))
      losses.append(received.lost * 100)
    }
    Terminal.progress("")
    let lost = TableText.plain(Spread(losses).median)
    line(
      "events a second that arrive in \(title), of a program that does nothing else",
      "\(TableText.figure(Spread(rates))), \(lost) % reported lost")
  }

  private func size(_ title: String, goal: Double) {
    Terminal.progress(title)
    let received = recording.run(program, ["promises", "1000000"]).received
    Terminal.progress("")
    let bytes = Double(received.bytes) / Double(max(1, received.events))
    line(
      title, "\(TableText.figure(bytes)), \(TableText.plain(received.lost * 100)) % lost",
      goal: "≤ \(TableText.plain(goal)), 0 % lost", reached: bytes <= goal && received.lost == 0)
  }

  /// Measures what is lost when the program is killed at a random moment.
  private func kills(_ threads: Int) {
    let title = "notes lost by kill -9, \(threads) \(threads == 1 ? "thread" : "threads")"
    let moments = rounds < 9 ? 5 : 30
    var random = SystemRandomNumberGenerator()
    let trials = (0..<moments).map { number in
      Terminal.progress("\(title), \(number + 1) of \(moments)")
      return KillTrial(
        program, threads: threads, moment: .random(in: 5...300, using: &random),
        recording: recording)
    }
    Terminal.progress("")
    let lost = Spread(trials.map { Double($0.lost) })
    let time = Spread(trials.map(\.milliseconds))
    line(
      "\(title), at \(moments) moments", "\(TableText.figure(lost)), \(TableText.figure(time)) ms",
      goal: "0", reached: lost.highest == 0)
  }
}
