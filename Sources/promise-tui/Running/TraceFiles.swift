import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The traces that the processes of a program write into a folder: all of them are shown on one screen, each from
/// when it starts.
struct TraceFiles {
  private let folder: String
  private let plan: RunPlan
  /// How long an event waits for an earlier one of another process, in nanoseconds.
  private let patience: Int64
  /// The names of the files that were looked at.
  private var known: Set<String> = []
  /// The events of all processes.
  let merged: MergedEvents
  private var sources: TraceSources
  /// Why a file could not be opened.
  private var unreadable: String?

  init(
    in folder: String, plan: RunPlan, sender: MessageSender, patience: Int64 = 100_000_000
  ) {
    self.folder = folder
    self.plan = plan
    self.patience = patience
    merged = MergedEvents(
      to: .screen(plan.program, plan.finder, sender), keepsSingle: true,
      patience: patience)
    sources = TraceSources(merged)
  }

  /// Whether every trace that is shown was read to its end.
  var isEmpty: Bool { sources.isEmpty }
  /// How long to wait before the next examination, in milliseconds.
  var pause: Int32 { sources.pause }
  /// Whether the last examination brought events.
  var isBusy: Bool { sources.isBusy }
  /// Whether any process has recorded an event.
  var hasSentEvents: Bool { merged.newest > 0 }
  /// The number of the newest event that is shown.
  var newest: Int { merged.newest }
  /// Why a trace could not be read.
  var problem: String? { unreadable ?? sources.problems.first }

  /// Looks for new files, and reads what has arrived; returns `false` if the screen is closed.
  mutating func read(hasEnded: Bool) -> Bool {
    findFiles()
    return sources.read(hasEnded: hasEnded)
  }

  /// Shows what still waits for events of other processes; returns `false` if the screen is closed.
  func finish() -> Bool { sources.finish() }

  /// Closes the files.
  mutating func close() { sources.close() }

  private mutating func findFiles() {
    let new = Folder.names(of: folder).filter {
      !known.contains($0) && TraceName.mayBeTrace($0)
    }
    for name in TraceName.inOrder(new) {
      let shown = ShownEvents(among: merged, named: plan.name)
      // It does not wait longer for one of its own process.
      let patience = min(patience, BinaryStream.patience)
      switch LiveFile.open("\(folder)/\(name)", shown, patience: patience) {
      case .notYet: break
      case .unreadable(let sentence):
        known.insert(name)
        unreadable = unreadable ?? sentence
      case .file(let file):
        known.insert(name)
        if let systemID = file.systemID { sources.setReplaced(systemID) }
        sources.add(file)
      }
    }
  }
}
