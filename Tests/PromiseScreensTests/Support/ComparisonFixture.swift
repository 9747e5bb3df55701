import PromiseKitLite

@testable import PromiseGraph
@testable import PromiseInsight
@testable import PromiseScreens

extension EventStream {
  /// A quote from a shop, in a race against a timeout of 30 ms; `price` is how long the shop takes.
  static func quote(price: Double, until last: Int = .max) -> [PromiseEvent] {
    var stream = EventStream()
    let main: QueueID = 1
    stream.at(0, thread: 1)
    stream.queue(main, "main")
    stream.root(1, "price", .pending, line: 3)
    stream.root(2, "timeout", .after, line: 4)
    stream.timer(1, 2, due: 30)
    stream.fanIn(3, .race, of: [1, 2], "quote", line: 5)
    stream.link(4, on: 3, .done, "show", queue: main, line: 6)
    func settle(_ promise: PromiseID, _ value: String, at time: Double, wins: Bool) {
      stream.at(time, thread: 1)
      if promise == 2 { stream.fire(1, 2) }
      stream.fulfill(promise, value)
      guard wins else { return }
      stream.fulfill(3, value, from: promise)
      stream.enqueue(1, 4, on: main)
      stream.start(1, 4, on: main)
      stream.post(.note("shown \(value)"))
      stream.at(time + 1, thread: 1)
      stream.end(1, 4, on: main)
      stream.fulfill(4, "()")
    }
    if price < 30 {
      settle(1, "12 EUR", at: price, wins: true)
      settle(2, "stale", at: 30, wins: false)
    } else {
      settle(2, "stale", at: 30, wins: true)
      settle(1, "12 EUR", at: price, wins: false)
    }
    return stream.events.filter { $0.sequence <= last }
  }
}

extension RunComparison {
  /// The shop takes 41 ms instead of 12 ms, so that the timeout wins.
  static let quotes = RunComparison(EventStream.quote(price: 12), EventStream.quote(price: 41))

  /// The same; the program of the second run is still running, and a part of its trace could not be read.
  static let cutQuotes = RunComparison(
    EventStream.quote(price: 12), EventStream.quote(price: 41, until: 16), .running,
    isDamaged: true)

  init(
    _ before: [PromiseEvent], _ after: [PromiseEvent], _ ending: TraceEnding = .finished,
    isDamaged: Bool = false
  ) {
    func run(_ events: [PromiseEvent], _ ending: TraceEnding, isDamaged: Bool) -> Recording {
      Recording(
        entry: RunDescriptor(name: "quote", teaches: ""), header: TraceHeader(isVirtual: true),
        events: events, ending: ending, isDamaged: isDamaged)
    }
    var lints = LintSettings()
    lints.setAll(isReported: false)
    self.init(
      run(before, .finished, isDamaged: false), run(after, ending, isDamaged: isDamaged),
      named: ("laptop.ptrace", "ci.ptrace"), lints: lints, hasCards: true)
  }
}

extension State {
  /// Two compared runs, after `keys` have been pressed.
  static func comparing(
    _ comparison: RunComparison = .quotes, _ width: Int = 80, _ height: Int = 24,
    glyphs: GlyphSet = .unicode, theme: Theme = .color, keys: String = ""
  ) -> State {
    var state = State.picker(width, height, glyphs: glyphs, theme: theme)
    state.compare(comparison)
    for key in Key.list(keys) { _ = update(&state, .key(key)) }
    return state
  }

  static func comparing(
    _ width: Int, _ height: Int, glyphs: GlyphSet = .unicode, theme: Theme = .color
  ) -> State {
    comparing(.quotes, width, height, glyphs: glyphs, theme: theme)
  }
}
