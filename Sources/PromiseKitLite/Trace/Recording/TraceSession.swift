import Dispatch
import Synchronization

/// One recording, from its beginning to its end: the buffer, and the thread that writes.
final class TraceSession: Sendable {
  let opening: TraceOpening
  let options: Options
  let buffer: TraceBuffer
  let bell: Bell
  private let ending = Atomic<Bool>(false)
  private let over = DispatchSemaphore(value: 0)

  /// What is written, and how.
  struct Options: Sendable {
    var values = true
    var filter: PromiseTrace.Filter?
    var redact: (@Sendable (String) -> String)?
    var title: String?
    var pid: Int?
    /// The number of the last event before.
    var since = 0
    /// How long readers are waited for at the end, in nanoseconds.
    var patience: UInt64 = 150_000_000
    /// How long the end takes at most, in nanoseconds, however slow the disk is and busy the machine.
    var longestEnd: UInt64 = 2_000_000_000

    /// The header of the trace.
    var header: TraceHeader {
      var header = TraceHeader(isVirtual: false, title: title)
      header.pid = pid
      header.since = since > 0 ? since : nil
      return header
    }
  }

  init(_ opening: TraceOpening, _ options: Options, buffer: TraceBuffer, bell: Bell) {
    self.opening = opening
    self.options = options
    self.buffer = buffer
    self.bell = bell
  }

  /// It is to end.
  var isEnding: Bool { ending.load(ordering: .acquiring) }

  /// Makes the thread that writes, which calls `finished` with the reason if the recording cannot go on.
  /// Answers false where there is no thread left.
  func begin(finished: @escaping @Sendable (PromiseTrace.Failure) -> Void) -> Bool {
    OpenDescriptors.keep(opening.descriptor)
    let isRunning = TraceThread.run { [self] in
      var pump = TracePump(self)
      let failure = pump.run()
      if let failure { finished(failure) }
      // Whatever came meanwhile is given up, and its memory with it.
      _ = buffer.take()
      over.signal()
    }
    if !isRunning {
      OpenDescriptors.forget(opening.descriptor)
      systemClose(opening.descriptor)
    }
    return isRunning
  }

  /// Has the rest written, and waits for that a little while. Answers false if the thread is still writing.
  func end() -> Bool {
    ending.store(true, ordering: .releasing)
    bell.ring()
    let limit = Int(options.longestEnd) + 50_000_000
    return over.wait(timeout: .now() + .nanoseconds(limit)) == .success
  }
}
