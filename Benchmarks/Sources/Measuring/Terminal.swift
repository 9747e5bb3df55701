#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The words that are not the result.
public enum Terminal {
  /// Says why the program ends, and ends it.
  public static func fail(_ why: String) -> Never {
    say(why)
    exit(2)
  }

  /// Writes a line to the standard error output.
  public static func say(_ line: String) {
    var bytes = Array(line.utf8) + [0x0A]
    _ = write(2, &bytes, bytes.count)
  }
}
