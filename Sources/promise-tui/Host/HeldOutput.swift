import CNcurses

/// What the program's own code prints, held back while the screen, or a text for other programs, has
/// standard output.
enum HeldOutput {
  /// Holds what is written to `descriptor` until it is taken or released.
  static func hold(_ descriptor: Int32) {
    withUnsafePointer(to: descriptor) { cn_hold_output($0, 1) }
  }

  /// Gives the descriptors back, and writes what nobody has taken to where it was meant to go.
  static func release() { cn_release_output() }

  /// Takes the lines that were printed since the last time. One that is not ended yet stays until
  /// it is, unless it is `atEnd`, when nothing more will come.
  @Sendable static func take(atEnd: Bool) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while case let count = cn_take_output(&buffer, Int32(buffer.count), !atEnd), count > 0 {
      bytes += buffer[..<Int(count)].map(UInt8.init(bitPattern:))
    }
    guard !bytes.isEmpty else { return [] }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
