#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The two outputs of a program, without a buffer in between.
public enum Terminal {
  /// A line of the result.
  public static func print(_ line: String) { put(line + "\n", to: 1) }

  /// A line about something else.
  public static func say(_ line: String) { put(line + "\n", to: 2) }

  /// What is going on, over what was going on before; nothing where nobody looks.
  public static func progress(_ text: String) {
    if isatty(2) == 1 { put("\r\u{1B}[K\(text)", to: 2) }
  }

  /// Says why the program ends, and ends it.
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
