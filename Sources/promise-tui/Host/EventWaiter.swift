import Dispatch
import PromiseSystem
import Synchronization

/// The events that a thread running other programs waits for: saved files, output to read, and the
/// closing of the screen.
final class EventWaiter: Sendable {
  /// Why a wait ended.
  enum Call: Hashable, Sendable {
    /// One of the descriptors can be read.
    case ready
    /// Files were saved.
    case saved
    /// The screen was closed.
    case closed
    /// The deadline passed.
    case late
  }

  private struct Contents {
    var files: FileWatcher?
    var debounce = Debounce()
  }

  private let contents: Mutex<Contents>
  private let isClosed = Mutex(false)
  private let pipe: WakePipe

  /// Watches the source files of a folder, if one is given; `nil` if no descriptors are left.
  init?(to folder: String?) {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
    contents = Mutex(Contents(files: folder.flatMap { FileWatcher($0) }))
  }

  deinit { pipe.close() }

  /// Whether saved files are detected; `false` if the system has no resources for that.
  var detectsSaves: Bool { contents.withLock { $0.files != nil } }

  /// Ends the current wait and all later ones, because the screen was closed. Can be called from
  /// any thread.
  func close() {
    isClosed.withLock { $0 = true }
    pipe.wake()
  }

  /// Waits until something happens, or until `end`, if it is given.
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

  /// Takes note of the files that were saved since the last call.
  private func look() {
    contents.withLock { contents in
      if contents.files?.takeChanges() == true { contents.debounce.changed(at: Self.now) }
    }
  }

  /// Nanoseconds on a monotonic clock.
  static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}

extension Duration {
  /// The duration in whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}
