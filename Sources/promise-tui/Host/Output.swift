import CHost
import PromiseKitLite
import PromiseSystem

/// Standard output and standard error, unbuffered, so that nothing can be lost.
enum Output {
  /// Writes lines of text to standard output, sanitized: whatever a trace, a program, or a file name
  /// contains, it has no effect on the terminal.
  ///
  /// If the reader has gone (`| head`), the process ends quietly. If writing fails for another
  /// reason, the process reports it and ends.
  static func emit(_ text: String) { emit(Array(sanitizedLines(text).utf8)) }

  /// Writes bytes to standard output unchanged: an export, or text with colors of our own.
  static func emit(_ bytes: [UInt8]) {
    guard let problem = writeBytes(bytes[...], to: STDOUT_FILENO) else { return }
    if problem == EPIPE { exit(EXIT_SUCCESS) }
    printError("standard output cannot be written: \(String(cString: strerror(problem)))")
    exit(EXIT_FAILURE)
  }

  /// Writes a message of one line to standard error, after the program's name. The message is
  /// sanitized.
  static func printError(_ sentence: String) {
    writeError("promise-tui: \(sanitized(sentence))\n")
  }

  /// Writes a message of several lines in the same way.
  static func printErrors(_ lines: String) {
    writeError("promise-tui: \(sanitizedLines(lines))\n")
  }

  /// The width of standard output; `nil` if it is not a terminal, or does not know its size.
  static var width: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return max(20, Int(size.ws_col))
  }

  /// Whether standard error is a terminal, where a line can be overwritten.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `text` to standard error unchanged.
  static func writeError(_ text: String) {
    _ = writeBytes(Array(text.utf8)[...], to: STDERR_FILENO)
  }

  /// Makes sure that descriptors 0, 1 and 2 are open, so that no file of ours takes their place,
  /// and that writing to a closed pipe, or beyond the limit of a file, is an error rather than a
  /// signal.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    host_survive_file_limit()
    while case let descriptor = open("/dev/null", O_RDWR), descriptor >= 0 {
      guard descriptor > 2 else { continue }
      close(descriptor)
      return
    }
  }
}

/// Captures what the program's own code prints while the screen, or a text for other programs, uses
/// standard output.
enum StdoutCapture {
  /// Captures what is written to `descriptor` until it is taken or released.
  static func hold(_ descriptor: Int32) {
    withUnsafePointer(to: descriptor) { host_hold_output($0, 1) }
  }

  /// Runs `body` and discards what is printed meanwhile.
  static func discarding<Value>(_ body: () throws -> Value) rethrows -> Value {
    hold(STDOUT_FILENO)
    defer {
      _ = take(atEnd: true)
      release()
    }
    return try body()
  }

  /// Restores the descriptors, and writes what was not taken to its destination.
  static func release() { host_release_output() }

  /// Takes the lines that were printed since the last call. An incomplete line is taken only
  /// `atEnd`, when nothing more can follow.
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

/// A line on standard error that shows the progress of long work. Each update overwrites it, and it
/// is cleared at the end.
final class ProgressLine {
  private var width = 0

  /// Creates a progress line; `nil` if standard error is not a terminal.
  init?() {
    guard Output.errorIsTerminal else { return nil }
  }

  /// Shows `text` in place of what the line shows now.
  func show(_ text: String) {
    let text = String(sanitized(String(text.prefix(76))).prefix(76))
    Output.writeError("\r" + text.padded(to: width))
    width = text.count
  }

  /// Clears the line.
  func clear() {
    guard width > 0 else { return }
    // The terminal may have shown a `^C` after it.
    width += 2
    show("")
    Output.writeError("\r")
  }
}
