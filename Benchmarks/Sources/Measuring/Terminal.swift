#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The standard output and the standard error of the program, unbuffered.
public enum Terminal {
  /// Prints a line of the result to standard output.
  public static func print(_ line: String) { put(line + "\n", to: 1) }

  /// Prints a line to standard error.
  public static func say(_ line: String) { put(line + "\n", to: 2) }

  /// Shows the progress in place of the previous one; nothing if standard error is not a terminal.
  public static func progress(_ text: String) {
    if isatty(2) == 1 { put("\r\u{1B}[K\(text)", to: 2) }
  }

  /// Prints a reason, and exits.
  public static func fail(_ why: String) -> Never {
    say(why)
    exit(2)
  }

  private static func put(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
