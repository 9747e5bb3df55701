import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the delay from a program's note to the terminal in which the program is watched.
enum DelayToScreen {
  static let ticks = 60
  /// The number of milliseconds between two ticks.
  private static let pause = 50

  /// Returns the delay of each tick that was seen, in milliseconds. It runs a program that posts a
  /// note from time to time, and watches it in a terminal. `ticker` is the path of promise-events.
  static func measure(_ program: String, ticker: String) -> [Double] {
    let path = "/tmp/promise-ticks.\(getpid())"
    defer { unlink(path) }
    let words = ["run", "--", ticker, "ticks", "\(ticks)", "\(pause)", path]
    guard let terminal = Pseudoterminal(program, words) else { return [] }
    let limit = Clock.wall.now + UInt64(ticks * pause + 5_000) * 1_000_000
    var pieces: [(time: UInt64, bytes: [UInt8])] = []
    var bytes: [UInt8] = []
    while Clock.wall.now < limit, let time = terminal.next(within: 2_000, into: &bytes) {
      pieces.append((time, bytes))
    }
    terminal.type("q")
    terminal.end()
    let said = contents(of: path).split(separator: "\n").compactMap { UInt64($0) }
    return said.enumerated().compactMap { number, time in
      let text = Array(Tick.text(number).utf8)
      // A text may be split between two pieces, of which the second completes it.
      var before: [UInt8] = []
      for piece in pieces where piece.time >= time {
        let bytes = before + piece.bytes
        if bytes.contains(text) { return Double(piece.time - time) / 1e6 }
        before = bytes.suffix(text.count)
      }
      return nil
    }
  }
}
