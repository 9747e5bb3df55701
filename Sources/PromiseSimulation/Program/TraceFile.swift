import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, or the end of a pipe, that lines of a trace are written to.
struct TraceFile {
  private let descriptor: Int32

  /// The file that is open as `descriptor`.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Something was written already: a trace holds one run.
  private static let isTaken = Mutex(false)

  /// The one that `text` names, a path or `fd:` and the number of a descriptor that is open, for the first
  /// run of this process. Says why where there is none.
  static func ofProcess(_ text: String) -> TraceFile? {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else {
      complain("simulate: the trace has the program's first simulation, not this one")
      return nil
    }
    if let descriptor = descriptor(text) { return TraceFile(descriptor: descriptor) }
    let file = open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      complain("PROMISE_TRACE: \(text) cannot be written: \(String(cString: strerror(errno)))")
      return nil
    }
    return TraceFile(descriptor: file)
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
