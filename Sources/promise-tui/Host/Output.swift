import PromiseSystem

/// Standard output and standard error, without a buffer that could be lost.
enum Output {
  /// Writes `text` to standard output.
  ///
  /// Where the reader has gone (`| head`), the process ends quietly: nobody is left to tell. Where
  /// it cannot be written for another reason, the process ends and says so.
  static func emit(_ text: String) { emit(Array(text.utf8)) }

  /// The same for bytes that may be no text.
  static func emit(_ bytes: [UInt8]) {
    guard let problem = send(bytes, to: STDOUT_FILENO) else { return }
    if problem == EPIPE { exit(EXIT_SUCCESS) }
    complain("cannot write to standard output: \(String(cString: strerror(problem)))")
    exit(EXIT_FAILURE)
  }

  /// Writes one line about a problem to standard error.
  static func complain(_ sentence: String) {
    _ = send(Array("promise-tui: \(sentence)\n".utf8), to: STDERR_FILENO)
  }

  /// How many columns standard output has; none where it is no terminal, or one that does not know.
  static var width: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return max(20, Int(size.ws_col))
  }

  /// Standard error is a terminal, where a line can be written over.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `text` to standard error as it is.
  static func report(_ text: String) { _ = send(Array(text.utf8), to: STDERR_FILENO) }

  /// Makes sure that 0, 1 and 2 are open, so that no file of ours is ever taken for one of them, and
  /// that a reader who goes away is an error to look at rather than a signal.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    while case let descriptor = open("/dev/null", O_RDWR), descriptor >= 0 {
      guard descriptor > 2 else { continue }
      close(descriptor)
      return
    }
  }

  /// Writes all of `bytes`; answers the number of the error, if there is one.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
