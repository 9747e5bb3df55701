import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The traces of a program that is shown while it runs.
///
/// The program and the processes that it starts write into a folder of ours, each one a file; each is shown from
/// when it starts. A screen that is slow, or does not read at all, costs them nothing.
struct LiveTrace {
  /// The folder that is removed when the program is no longer shown.
  let folder: PrivateFolder
  private let name: String
  private let patience: Int64?
  /// The names of the files that were looked at.
  private var known: Set<String> = []
  /// The events of all processes.
  let merged: MergedEvents
  private var sources: TraceSources

  /// Prepares the place for the trace. `patience` is how long an event waits for an earlier one of another thread or
  /// process, in nanoseconds, rather than the usual time.
  ///
  /// - Throws: Why that is impossible, with the next step.
  init(of plan: RunPlan, sender: MessageSender, patience: Int64? = nil) throws(CommandError) {
    guard let folder = PrivateFolder() else { throw .noTemporary() }
    self.folder = folder
    name = plan.name
    merged = MergedEvents(
      plan.program, plan.finder, sender, keepsSingle: true,
      patience: patience ?? MergedEvents.patience)
    self.patience = patience
    sources = TraceSources(merged)
  }

  /// Where the program writes.
  var path: String { "\(folder.path)/run-%p\(TraceName.binary)" }

  /// How long to wait before ``read(hasEnded:)`` is called again, in milliseconds.
  var pause: Int32 { sources.pause }
  /// Whether everything was read of every process that is shown, and all of them have ended.
  var isEmpty: Bool { sources.isEmpty }
  /// Whether more was read a moment ago, so that there is probably more.
  var isBusy: Bool { sources.isBusy }
  /// Whether any process has recorded an event.
  var hasSentEvents: Bool { merged.newest > 0 }
  /// Why the trace could not be read.
  var problem: String? { sources.problems.first?.sentence }
  /// The number of the newest event that is shown.
  var newest: Int { merged.newest }

  /// Looks for new files, and reads what has arrived, and blocks while the screen has enough to do; returns `false` if
  /// the screen is closed. `hasEnded` says whether the program has.
  mutating func read(hasEnded: Bool) -> Bool {
    let new = Folder.names(of: folder.path).filter {
      !known.contains($0) && TraceName.mayBeTrace($0)
    }
    for file in TraceName.inOrder(new) {
      guard var trace = GrowingTrace("\(folder.path)/\(file)", isOurs: true) else { continue }
      if let patience { trace.decoder.patience = patience }
      known.insert(file)
      sources.add(trace, named: name)
    }
    return sources.read(hasEnded: hasEnded)
  }

  /// Returns the number that a job of a process has in its program.
  func number(inProgram job: JobID, of process: Int) -> JobID {
    sources.number(inProgram: job, of: process)
  }

  /// Shows what still waits for events of other processes; returns `false` if the screen is closed.
  func finish() -> Bool { sources.finish() }

  /// Stops reading.
  mutating func close() { sources.close() }
}
