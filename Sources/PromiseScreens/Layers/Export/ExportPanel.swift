import PromiseGraph
import PromiseInsight

/// The panel for choosing the format of an export and the part of the run.
struct ExportPanel: Hashable, Sendable {
  /// A part of the run.
  enum Part: Hashable, Sendable {
    case whole
    /// Up to the playhead.
    case upToHere
    /// From the playhead on.
    case fromHere
    /// From the first bookmark to the last.
    case bookmarks
  }

  /// The available parts.
  let parts: [Part]
  /// The indices of the selected format and part.
  var selected = 0
  var part = 0

  /// Creates the panel for a run.
  init(_ run: Run) {
    parts = [.whole, .upToHere, .fromHere] + (run.bookmarks.count > 1 ? [.bookmarks] : [])
  }

  /// The selected format.
  var format: ExportFormat { ExportFormat.allCases[selected] }

  /// Returns the part of `run` to export. A picture shows the screen at the playhead.
  func range(in run: Run) -> ExportRange {
    guard format != .svg else { return ExportRange(to: .event(run.playhead)) }
    return switch parts[part] {
    case .whole: ExportRange()
    case .upToHere: ExportRange(to: .event(run.playhead))
    case .fromHere: ExportRange(from: .event(run.playhead))
    case .bookmarks:
      ExportRange(
        from: run.bookmarks.min().map { .event($0) }, to: run.bookmarks.max().map { .event($0) })
    }
  }

  /// Returns a description of the part.
  func text(in run: Run, _ language: Language) -> String {
    guard format != .svg else { return language.text("the screen at event \(run.playhead)") }
    return switch parts[part] {
    case .whole:
      run.finished || run.total.predicted
        ? language.text("the whole run") : language.text("everything so far")
    case .upToHere: language.text("up to event \(run.playhead)")
    case .fromHere: language.text("from event \(run.playhead) on")
    case .bookmarks:
      language.text(
        "from event \(run.bookmarks.min() ?? 0) to \(run.bookmarks.max() ?? 0), the bookmarks")
    }
  }

  /// Returns the name for files of a run: its own name, limited to characters that a file name allows.
  static func fileName(of run: Run) -> String {
    let scalars = run.demo.name.unicodeScalars.prefix(60).map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": Character(scalar)
      default: Character("-")
      }
    }
    let name = String(String(scalars).drop { $0 == "." || $0 == "-" })
    return name.isEmpty ? "run" : name
  }
}
