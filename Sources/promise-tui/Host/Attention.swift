import Dispatch
import PromiseSystem
import Synchronization

/// What a thread that runs programs listens to, whatever it does: files that were saved, and that nobody
/// looks any more.
final class Attention: Sendable {
  /// Why a wait is over.
  enum Call: Hashable, Sendable {
    /// One of the descriptors has something to say.
    case ready
    /// Files were saved.
    case saved
    /// Nobody looks any more.
    case closed
    /// The time is over.
    case late
  }

  private struct Contents {
    var files: FileWatcher?
    var debounce = Debounce()
  }

  private let contents: Mutex<Contents>
  private let isClosed = Mutex(false)
  private let pipe: WakePipe

  /// Listens to the source files of a folder, if one is given; none where there are no descriptors left.
  init?(to folder: String?) {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
    contents = Mutex(Contents(files: folder.flatMap { FileWatcher($0) }))
  }

  deinit {
    PromiseSystem.close(pipe.reading)
    PromiseSystem.close(pipe.writing)
  }

  /// It hears when something is saved; else the system has no room for one who does.
  var hearsSaving: Bool { contents.withLock { $0.files != nil } }

  /// Nobody looks any more: whoever waits, and will wait, is told. From any thread.
  func close() {
    isClosed.withLock { $0 = true }
    pipe.wake()
  }

  /// Waits until something has happened, or, if there is an end to it, until `end`.
  func wait(for descriptors: [Int32] = [], until end: Int64? = nil) -> Call {
    while true {
      if isClosed.withLock({ $0 }) { return .closed }
      if contents.withLock({ $0.debounce.take(at: Self.now) }) { return .saved }
      let (watched, due) = contents.withLock { ($0.files?.descriptor, $0.debounce.due) }
      if let end, Self.now >= end { return .late }
      let next = [end, due].compactMap { $0 }.min()
      let patience = next.map { max(0, ($0 - Self.now + 999_999) / 1_000_000) }
      let ready = waitToRead(
        [pipe.reading, watched ?? -1] + descriptors, milliseconds: Int32(clamping: patience ?? -1))
      if ready[1] { look() }
      if ready.dropFirst(2).contains(true) { return .ready }
    }
  }

  /// What is saved from now on counts, not what was before.
  private func look() {
    contents.withLock { contents in
      if contents.files?.takeChanges() == true { contents.debounce.changed(at: Self.now) }
    }
  }

  /// Nanoseconds on a clock that only goes forward.
  static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}

extension Duration {
  /// In whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}
