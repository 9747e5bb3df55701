import PromiseKitLite
import PromiseScreens

/// A binary trace as it grows: records in, messages for the screen out.
///
/// The program writes to memory that it shares with the file, which the system does not report,
/// so the file has to be examined from time to time.
struct BinaryStream {
  /// What an examination of the file brought.
  enum Step {
    /// There were events, and there may be more.
    case events
    /// There is nothing new at the moment.
    case nothing
    /// Everything was read, and the recording ended in this way.
    case ended(TraceEnding)
    /// The screen is closed.
    case closed
  }

  /// Whether the process has replaced itself by another program, and no longer records into this file.
  var isReplaced = false
  /// The header of the trace.
  var header: TraceHeader { reader.header }
  /// The number of the newest event.
  var newest: Int { shown.newest }
  /// The number of events.
  var count: Int { shown.count }
  /// The process among others, once it has begun.
  var process: Int? { shown.process }
  /// What could not be read, as sentences.
  var problems: [String] { reader.sentences }
  /// How long to wait before the next examination, in milliseconds: an examination that takes long
  /// is made less often.
  private(set) var pause: Int32 = Self.shortestPause

  private var reader: BinaryTraceReader
  private var shown: ShownEvents
  private var hasBegun = false

  /// Whether the bytes do not grow, even if the program goes on.
  private let isWhole: Bool

  /// How long an event waits for an earlier one of another thread, in nanoseconds: less than a pause.
  static var patience: Int64 { 40_000_000 }

  /// Opens a trace. Throws an error if it is not a binary trace, or of a newer version.
  init(
    _ bytes: any BinaryBytes, _ shown: ShownEvents, isWhole: Bool = false,
    patience: Int64 = Self.patience
  ) throws(UnreadableTrace) {
    do throws(TraceError) {
      reader = try BinaryTraceReader(bytes)
    } catch {
      throw .binary(error)
    }
    reader.patience = patience
    self.shown = shown
    self.isWhole = isWhole
  }

  /// How the recording has ended so far.
  var ending: TraceEnding { isReplaced ? .killed : TraceEnding(reader.ending) }

  /// Posts the next events, and blocks while the screen has enough to do.
  mutating func step() -> Step {
    if !hasBegun { shown.begin(header) }
    hasBegun = true
    let begin = EventWaiter.now
    // Asked first, so that what it wrote before its end is read.
    let ending = ending
    let isComplete = isWhole || ending != .running
    let events = reader.read(limit: Self.mostEvents, isComplete: isComplete)
    let cost = EventWaiter.now - begin
    guard events.isEmpty else {
      pause = Self.shortestPause
      return shown.post(events) ? .events : .closed
    }
    guard !isComplete else { return .ended(ending) }
    let longest = max(Self.shortestPause * 2, Int32(clamping: cost / 1_000_000 * 20))
    pause = min(pause + 5, longest)
    return .nothing
  }

  /// Returns the parts of the file that will not be read again, each of them once.
  mutating func takeFinished() -> [Range<Int>] { reader.takeFinished() }

  private static var shortestPause: Int32 { 50 }
  /// Few events at a time, so that keys are handled in between.
  private static var mostEvents: Int { 1024 }
}
