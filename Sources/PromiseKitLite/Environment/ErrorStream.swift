import PromiseSystem

/// The process's error stream.
enum ErrorStream {
  /// Writes `text` with one call, so that lines of several threads do not mix.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      #if canImport(Glibc)
        _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        _ = Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #else
        _ = Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
