import PromiseKitLite
import PromiseSystem

/// A file, or the end of a pipe, that lines of a trace are written to.
struct TraceFile {
  private let descriptor: Int32

  /// The file that is open as `descriptor`.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The one that the environment of the process names, for its first run, unless the program is recorded
  /// itself: a trace holds one run. Says why where there is none; nothing where none is asked for.
  static func ofProcess() -> TraceFile? {
    guard let variable = getenv("PROMISE_TRACE"), !PromiseTrace.isOff(String(cString: variable))
    else {
      return nil
    }
    guard let text = PromiseTrace.claimEnvironment() else {
      complain(
        PromiseTrace.isRecording
          ? "Simulation.run: the trace has the program's own promises, not this simulation"
          : "Simulation.run: the trace has the program's first simulation, not this one")
      return nil
    }
    do throws(PromiseTrace.Failure) {
      let opening = try TraceOpening.open(PromiseTrace.Target(text))
      if let remark = opening.remark { complain("PROMISE_TRACE: \(remark)") }
      if case .listener(let path) = opening.way {
        unlink(path)
        _ = systemClose(opening.descriptor)
        complain("PROMISE_TRACE: nobody listens at \(path): begin with promise-tui attach \(path)")
        return nil
      }
      // Whoever reads it is waited for: a simulation has time.
      let flags = fcntl(opening.descriptor, F_GETFL)
      _ = fcntl(opening.descriptor, F_SETFL, flags & ~O_NONBLOCK)
      return TraceFile(descriptor: opening.descriptor)
    } catch {
      complain("PROMISE_TRACE: \(error)")
      return nil
    }
  }

  /// The open descriptor that `text` names as `fd:3`, kept from the program's own children.
  static func descriptor(_ text: String) -> Int32? {
    guard text.hasPrefix("fd:"), let number = Int32(text.dropFirst(3)), number > 2,
      fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    return number
  }

  /// Writes the bytes, whatever it takes; what nobody wants to read is lost.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Nothing more comes.
  func close() { _ = systemClose(descriptor) }
}

/// Says `sentence` on the error stream.
func complain(_ sentence: String) {
  let bytes = Array((sentence + "\n").utf8)
  _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
}

// What methods of those names hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
