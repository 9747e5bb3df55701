import PromiseScreens
import PromiseSystem

/// The trace of a program that is shown while it runs: where the program writes it, and what has
/// arrived.
///
/// The program and the processes that it starts write binary traces into a folder of ours, each one
/// a file. A screen that is slow, or does not read at all, costs them nothing. This is the only
/// place that chooses how such a trace reaches us.
struct LiveTrace {
  /// The folder that is removed when the program is no longer shown.
  let folder: PrivateFolder
  private var files: TraceFiles
  /// The ending of the files. Jobs have the numbers in JSON Lines that they have in the program, by which its
  /// gate knows them; the reader of a binary trace numbers them again.
  private let ending: String

  /// Prepares the place for the trace.
  ///
  /// - Throws: Why that is impossible, with the next step.
  init(of plan: RunPlan, sender: MessageSender) throws(CommandError) {
    guard let folder = PrivateFolder() else { throw CommandError(FileError.temporary(errno)) }
    self.folder = folder
    ending = plan.gate == nil ? TraceName.binary : TraceName.lines
    files = TraceFiles(in: folder.path, plan: plan, sender: sender)
  }

  /// The events of all processes, before they are shown.
  var merged: MergedEvents { files.merged }

  /// Where the program writes.
  var target: TraceTarget { .file("\(folder.path)/run-%p\(ending)") }

  /// How long to wait before ``read(hasEnded:)`` is called again, in milliseconds.
  var pause: Int32 { files.pause }
  /// Whether everything was read of every process that is shown, and all of them have ended.
  var isEmpty: Bool { files.isEmpty }
  /// Whether more was read a moment ago, so that there is probably more.
  var isBusy: Bool { files.isBusy }
  /// Whether any process has recorded an event.
  var hasSentEvents: Bool { files.hasSentEvents }
  /// Why the trace could not be read.
  var problem: String? { files.problem }
  /// The number of the newest event that is shown.
  var newest: Int { files.newest }

  /// Reads what has arrived, and blocks while the screen has enough to do; returns `false` if the
  /// screen is closed. `hasEnded` says whether the program has.
  mutating func read(hasEnded: Bool) -> Bool { files.read(hasEnded: hasEnded) }

  /// Shows what still waits for events of other processes; returns `false` if the screen is closed.
  func finish() -> Bool { files.finish() }

  /// Stops reading.
  mutating func close() { files.close() }
}
