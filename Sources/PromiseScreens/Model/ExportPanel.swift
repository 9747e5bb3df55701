package import PromiseGraph

/// What the screens ask for when a run is to be exported: the form, and the part of the run.
package struct ExportRequest: Hashable, Sendable {
  package var format: ExportFormat
  package var range: ExportRange
  /// The screen as it is, for the forms that show one.
  package var size: Size
  package var glyphs: GlyphSet
  /// What the file is called, without its ending.
  package var name: String
}

/// The panel in which the form of an export, and the part of the run, are chosen.
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

  /// The parts that there are.
  let parts: [Part]
  /// The place of the form that is selected, and of the part.
  var selected = 0
  var part = 0

  /// The panel over a run.
  init(_ run: Run) {
    parts = [.whole, .upToHere, .fromHere] + (run.bookmarks.count > 1 ? [.bookmarks] : [])
  }

  /// The form that is selected.
  var format: ExportFormat { ExportFormat.allCases[selected] }

  /// The part of `run` that is exported. A picture is that of the playhead.
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

  /// The part in words.
  func words(in run: Run) -> String {
    guard format != .svg else { return "the screen at event \(run.playhead)" }
    return switch parts[part] {
    case .whole: run.finished ? "the whole run" : "all that has happened"
    case .upToHere: "up to event \(run.playhead)"
    case .fromHere: "from event \(run.playhead) on"
    case .bookmarks:
      "from event \(run.bookmarks.min() ?? 0) to \(run.bookmarks.max() ?? 0), the bookmarks"
    }
  }

  /// What the files of a run are called: its name, as far as a file may be called so.
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
