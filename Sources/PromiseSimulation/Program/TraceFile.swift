import PromiseKitLite
import PromiseSystem

/// A file, or one end of a pipe, to which the lines of a trace are written.
struct TraceFile {
  private let descriptor: GuardedDescriptor

  private init(_ descriptor: GuardedDescriptor) { self.descriptor = descriptor }

  /// Creates a trace file from an open descriptor, which it takes over; `nil` if it is not open.
  init?(descriptor: Int32) {
    guard let descriptor = GuardedDescriptor(taking: descriptor) else { return nil }
    self.init(descriptor)
  }

  /// Returns the file that the process environment names. It is used for the first run only, and
  /// not if the program itself is recorded, because a trace holds one run. If there is no file
  /// although one was requested, prints the reason.
  static func ofProcess() -> TraceFile? {
    guard let variable = EnvironmentVariable.value(of: "PROMISE_TRACE"),
      !PromiseTrace.isOff(variable)
    else { return nil }
    guard let text = PromiseTrace.claimEnvironment() else {
      printError(
        PromiseTrace.isRecording
          ? "Simulation.run: not recorded: the trace contains the program's own promises"
          : "Simulation.run: not recorded: the trace contains the program's first simulation")
      return nil
    }
    do throws(PromiseTrace.Failure) {
      let opening = try TraceOpening.lines(at: PromiseTrace.Target(text).path())
      if let remark = opening.remark { printError("PROMISE_TRACE: \(remark)") }
      // Writes block until the reader has caught up: a simulation does not depend on real time.
      let flags = fcntl(opening.descriptor.number, F_GETFL)
      _ = fcntl(opening.descriptor.number, F_SETFL, flags & ~O_NONBLOCK)
      return TraceFile(opening.descriptor)
    } catch {
      printError("PROMISE_TRACE: \(error)")
      return nil
    }
  }

  /// Returns the open descriptor that `text` names, as in `fd:3`, and keeps the program's child
  /// processes from inheriting it.
  static func descriptor(_ text: String) -> Int32? {
    guard text.hasPrefix("fd:"), let number = Int32(text.dropFirst(3)), number > 2,
      fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    return number
  }

  /// Writes the bytes, and blocks if necessary. Bytes that no process reads are lost.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, descriptor.isIntact {
      let count = rest.withUnsafeBytes { systemWrite(descriptor.number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Closes the file.
  func close() { descriptor.close() }
}

/// Writes `sentence` to standard error.
func printError(_ sentence: String) {
  let bytes = Array((sentence + "\n").utf8)
  _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
}

// The system functions, which methods of the same names hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
