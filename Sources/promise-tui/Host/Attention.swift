import Dispatch
import Synchronization
import PromiseSystem

/// What the thread that builds and runs a package listens to, whatever it does: files that were saved,
/// and that nobody looks any more.
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
    systemClose(pipe.reading)
    systemClose(pipe.writing)
  }

  /// It hears when something is saved; else the system has no room for one who does.
  var hearsSaving: Bool { contents.withLock { $0.files != nil } }

  /// Nobody looks any more. From any thread.
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
      var sources = ([pipe.reading, watched ?? -1] + descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let next = [end, due].compactMap { $0 }.min()
      let patience = next.map { max(0, ($0 - Self.now + 999_999) / 1_000_000) }
      let count = poll(&sources, nfds_t(sources.count), patience.map { Int32(clamping: $0) } ?? -1)
      guard count > 0 else { continue }
      if sources[0].revents != 0 { _ = pipe.drain() }
      if sources[1].revents != 0 { look() }
      if sources.dropFirst(2).contains(where: { $0.revents != 0 }) { return .ready }
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

/// `close` of the system, which a method of that name hides.
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
