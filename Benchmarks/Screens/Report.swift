import Measuring
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// Reports the time and memory of the graph, the screens, and the program, as a table in Markdown.
struct Report {
  /// The paths of this program, promise-tui, and promise-events.
  var program: String
  var screens: String
  var ticker: String
  /// The divisor of the size of the workloads.
  var scale: Int

  private let table = Table(["graph and screen", "measured", "goal", "reached"])

  init(program: String, screens: String, ticker: String, scale: Int) {
    self.program = program
    self.screens = screens
    self.ticker = ticker
    self.scale = scale
  }

  func print() {
    open()
    for load in Workload.allCases { journeys(load) }
    for load in Workload.allCases { frames(load) }
    for load in Workload.allCases { graph(load) }
    for load in Workload.allCases { memory(load) }
    realProgram()
    recordings()
  }

  private func row(_ title: String, _ measured: String, _ goal: String, _ isReached: Bool?) {
    Terminal.progress("")
    table.line([title, measured, goal, TableText.reached(isReached)])
  }

  private func milliseconds(_ times: [Double]) -> String {
    let spread = Spread(times.map { $0 / 1e6 })
    return "\(TableText.plain(spread.median)) ms, at most \(TableText.plain(spread.highest))"
  }
}

// MARK: - The graph

extension Report {
  private func open() {
    Terminal.progress("writing a trace")
    let trace = Loaded.trace(.manySites, scale: scale)
    Terminal.progress("opening it")
    var history = History()
    let time = Clock.processor.time {
      var reader = TraceReader()
      var rest = trace.bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 << 16)
        rest = rest.dropFirst(piece.count)
        guard let events = try? reader.read(Array(piece)) else { return }
        history.append(contentsOf: events)
      }
    }
    precondition(history.last == trace.events)
    row(
      "open a trace of \(trace.events) events, \(trace.bytes.count >> 20) MiB",
      "\(TableText.ratio(time / 1e9)) s", "≤ 3 s", time <= 3e9)
  }

  private func journeys(_ load: Workload) {
    Terminal.progress(load.title)
    let history = Loaded.history(load, scale: scale)
    var numbers = Numbers()
    let jumps = (0..<400).map { _ in
      let target = history.base + numbers.next(below: history.count)
      return Clock.processor.time { precondition(history.graph(at: target).sequence <= target) }
    }
    row(
      "jump to any of \(history.count) events: \(load.title)", milliseconds(jumps), "≤ 16 ms",
      Spread(jumps).highest <= 16e6)
    let ways = (0..<400).map { _ in
      let place = history.base + numbers.next(below: history.count)
      let promise = PromiseID(1 + numbers.next(below: 100_000 / scale))
      return Clock.processor.time {
        _ = history.nextEvent(of: promise, after: place)
        _ = history.previousEvent(of: promise, before: place)
        _ = history.nextSettlement(after: place)
        _ = history.nextTurn(after: place)
        _ = history.position(atTime: history.endTime / 2)
      }
    }
    row(
      "find the next and the previous event of a promise, settlement, turn and time",
      milliseconds(ways), "≤ 16 ms", Spread(ways).highest <= 16e6)
  }

  private func memory(_ load: Workload) {
    Terminal.progress("memory: \(load.title)")
    let child = Child.run(program, ["memory", load.rawValue, "\(scale)"])
    let figures = child.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard child.status == 0, figures.count == 3 else { Terminal.fail("\(program) failed") }
    let resident = figures[0] > 0 ? "\(figures[0] >> 20) MB" : TableText.nothing
    row(
      "memory for \(figures[2]) events: \(load.title)",
      "\(resident); reported \(figures[1] >> 20) MB", "≤ 400 MB",
      figures[0] > 0 ? figures[0] <= 400 << 20 : nil)
  }
}

// MARK: - The screens

extension Report {
  private func frames(_ load: Workload) {
    Terminal.progress("frames: \(load.title)")
    var state = Loaded.screens(load, scale: scale)
    var cells = 0
    func times(_ count: Int, _ keys: [Key]) -> [Double] {
      (0..<count).map { place in
        Clock.processor.time {
          _ = update(&state, .key(keys[place % keys.count]))
          cells += view(state).width
        }
      }
    }
    _ = times(4, [.left, .right])
    let steps = times(60, [.left, .left, .right, .down])
    row(
      "take a key and draw 200x50, 100,000 promises: \(load.title)", milliseconds(steps),
      "≤ 8 ms", Spread(steps).median <= 8e6)
    _ = times(1, [.enter])
    let rows = times(60, [.down, .pageDown, .left, .pageDown])
    row(
      "the same with the first group open", milliseconds(rows), "≤ 8 ms", Spread(rows).median <= 8e6
    )
    _ = times(2, [.escape, .character("/")])
    let typed = times(12, "order 4242, ".map { Key.character($0) })
    row(
      "a keystroke of a search over 100,000 labels, and the frame", milliseconds(typed),
      "≤ 16 ms", Spread(typed).highest <= 16e6)
    precondition(cells > 0)
  }
}

extension Report {
  func graph(_ load: Workload) {
    Terminal.progress("graph: \(load.title)")
    var state = Loaded.screens(load, scale: 10 * scale)
    for key in ["V", "z", "+"] { _ = update(&state, .key(.character(Character(key)))) }
    var cells = view(state).width
    let keys: [Key] = [.left, .down, .character("l"), .left, .character("h")]
    let steps = (0..<60).map { place in
      Clock.processor.time {
        _ = update(&state, .key(keys[place % keys.count]))
        cells += view(state).width
      }
    }
    row(
      "take a key and draw the graph at 200x50, 10,000 promises: \(load.title)",
      milliseconds(steps), "≤ 8 ms", Spread(steps).median <= 8e6)
    precondition(cells > 0)
  }
}

// MARK: - The program

extension Report {
  private func realProgram() {
    Terminal.progress("the program at rest, for ten seconds")
    let rest = ProgramAtRest.measure(screens, seconds: 10)
    row(
      "wake-ups of the program in 10 s when nothing moves, and its processor time",
      rest.map { "\($0.wakeUps), \($0.milliseconds) ms" } ?? TableText.nothing, "0, 0 ms",
      rest.map { $0.wakeUps == 0 && $0.milliseconds == 0 })
    Terminal.progress("bytes of a frame")
    let bytes = FrameBytes.measure(screens)
    row(
      "bytes that the program writes for 1,000 changed cells of 200x50, over \(FrameBytes.steps) steps",
      bytes.map { TableText.figure($0) } ?? TableText.nothing, "≤ 4,000", bytes.map { $0 <= 4_000 })
  }
}

// MARK: - Recordings in the program

extension Report {
  func recordings() {
    Terminal.progress("opening a trace in the program")
    if let opening = Opening.measure(screens, scale: scale) {
      let size = "\(opening.events) events, \(opening.bytes >> 20) MiB"
      row(
        "open a trace of \(size): from the start of the program to a printed screen",
        "\(TableText.ratio(opening.printed / 1e3)) s", "≤ 3 s", opening.printed <= 3e3)
      row(
        "the same in a terminal, to the first that is drawn, to the whole run",
        "\(TableText.figure(opening.firstDrawn)) ms, \(TableText.ratio(opening.allDrawn / 1e3)) s",
        "≤ 100 ms, ≤ 3 s", opening.firstDrawn <= 100 && opening.allDrawn <= 3e3)
    }
    Terminal.progress("from a program that runs to the screen")
    let delays = DelayToScreen.measure(screens, ticker: ticker).sorted()
    guard !delays.isEmpty else { Terminal.fail("nothing was seen of a program that runs") }
    let late = delays[min(delays.count - 1, delays.count * 95 / 100)]
    row(
      "from an event to the screen of `run`, 95th percentile; \(delays.count) of \(DelayToScreen.ticks) seen",
      "\(TableText.figure(late)) ms, median \(TableText.figure(Spread(delays).median))", "≤ 50 ms",
      late <= 50 && delays.count == DelayToScreen.ticks)
  }
}
