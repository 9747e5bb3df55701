import PromiseGraph
import PromiseInsight

// The open demo beside its run by the rules of another library.
extension State {
  /// Asks for the run by the rules of another library.
  mutating func askForDialects() {
    guard let run else { return }
    notice = language.text("running it by the rules of another library")
    ask(.compareDialects(demo: run.demo.name))
  }

  /// Shows both runs, at the place of the playhead.
  mutating func compareDialects(_ comparison: RunComparison) {
    // The run that was asked about may have been left in the meantime.
    guard let run, run.demo.name == comparison.before.name else { return }
    notice = nil
    var comparing = ComparisonState(comparison)
    comparing.coversRun = true
    // Esc returns to the open one.
    comparing.side = .after
    let next = comparison.differences.indices.first {
      comparing.place(of: $0, in: .before).event >= run.playhead
    }
    comparing.selected = next ?? max(0, comparison.differences.count - 1)
    self.comparing = comparing
  }

  /// Opens the chosen run as the demo, at the selected difference.
  mutating func openDialect(_ comparing: ComparisonState) {
    let side = comparing.comparison.side(comparing.side)
    let place = comparing.place(of: comparing.selected, in: comparing.side)
    self.comparing = nil
    ask(.open(demo: side.name, to: .event(place.event)))
  }
}

extension Action {
  static let otherLibrary = Action("other-library") { $0.askForDialects() }
}
