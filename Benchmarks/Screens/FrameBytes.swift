import Measuring

/// Measures what the program writes to its terminal for changes on the screen.
enum FrameBytes {
  static let steps = 30
  private static let demo = "dashboard-race"

  /// Returns the bytes for 1,000 cells, a tenth of the screen; `nil` if there is no terminal.
  ///
  /// The changed cells are counted by comparing the printed screens before and after a step. A cell
  /// whose color alone changes is not counted, although it costs bytes.
  static func measure(_ program: String) -> Double? {
    let screens = (0...steps).map { screen(program, at: $0) }
    let cells = zip(screens, screens.dropFirst()).reduce(0) { sum, pair in
      sum + zip(pair.0, pair.1).count { $0 != $1 }
    }
    guard cells > 0, let terminal = Pseudoterminal(program, ["demo", demo]) else { return nil }
    defer { terminal.end() }
    _ = terminal.bytesUntilQuiet(300)
    terminal.type("g")
    _ = terminal.bytesUntilQuiet(500)
    var bytes = 0
    for _ in 0..<steps {
      terminal.type("\u{1B}OC")
      bytes += terminal.bytesUntilQuiet(120)
    }
    return Double(bytes) * 1_000 / Double(cells)
  }

  private static func screen(_ program: String, at event: Int) -> [Character] {
    Array(Child.run(program, ["demo", demo, "--screen", "200x50", "--at", "\(event)"]).output)
  }
}
