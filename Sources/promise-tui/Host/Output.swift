import CHost
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
    guard let problem = writeBytes(bytes[...], to: STDOUT_FILENO) else { return }
    if problem == EPIPE { exit(EXIT_SUCCESS) }
    complain("cannot write to standard output: \(String(cString: strerror(problem)))")
    exit(EXIT_FAILURE)
  }

  /// Writes one line about a problem to standard error.
  static func complain(_ sentence: String) {
    report("promise-tui: \(sentence)\n")
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
  static func report(_ text: String) { _ = writeBytes(Array(text.utf8)[...], to: STDERR_FILENO) }

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
}

/// What the program's own code prints, held back while the screen, or a text for other programs, has
/// standard output.
enum StdoutCapture {
  /// Holds what is written to `descriptor` until it is taken or released.
  static func hold(_ descriptor: Int32) {
    withUnsafePointer(to: descriptor) { host_hold_output($0, 1) }
  }

  /// What `body` comes to; what is printed meanwhile is lost.
  static func losing<Value>(_ body: () throws -> Value) rethrows -> Value {
    hold(STDOUT_FILENO)
    defer {
      _ = take(atEnd: true)
      release()
    }
    return try body()
  }

  /// Gives the descriptors back, and writes what nobody has taken to where it was meant to go.
  static func release() { host_release_output() }

  /// Takes the lines that were printed since the last time. One that is not ended yet stays until
  /// it is, unless it is `atEnd`, when nothing more will come.
  @Sendable static func take(atEnd: Bool) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while case let count = host_take_output(&buffer, Int32(buffer.count), !atEnd), count > 0 {
      bytes += buffer[..<Int(count)].map(UInt8.init(bitPattern:))
    }
    guard !bytes.isEmpty else { return [] }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
