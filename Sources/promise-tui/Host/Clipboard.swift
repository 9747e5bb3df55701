import PromiseScreens

/// Where a text that is copied goes: the clipboard of the display that there is, tmux, or the terminal.
enum Clipboard {
  /// A way of copying.
  enum Way: Hashable, Sendable {
    /// A program that takes the text at its standard input, and what is said of it.
    case program([String], said: String)
    /// A sequence of control characters that makes the terminal take it.
    case terminal([UInt8])
  }

  /// The ways to try, in this order, for `text`.
  static func ways(_ text: String, in environment: TerminalEnvironment) -> [Way] {
    var ways: [Way] = []
    if !environment[.wayland].isEmpty {
      ways.append(.program(["wl-copy"], said: "to the clipboard, by wl-copy"))
    }
    if !environment[.display].isEmpty {
      ways.append(
        .program(["xclip", "-selection", "clipboard"], said: "to the clipboard, by xclip"))
      ways.append(.program(["xsel", "--clipboard", "--input"], said: "to the clipboard, by xsel"))
    }
    #if os(macOS)
      // Elsewhere than on this machine nobody would find it.
      if environment[.sshConnection].isEmpty {
        ways.append(.program(["pbcopy"], said: "to the clipboard"))
      }
    #endif
    if !environment[.tmux].isEmpty {
      ways.append(
        .program(
          ["tmux", "load-buffer", "-w", "-"], said: "to tmux, and to its terminal's clipboard"))
    }
    if let sequence = sequence(text, in: environment) { ways.append(.terminal(sequence)) }
    return ways
  }

  /// OSC 52 with `text`; none where that is more than terminals take.
  static func sequence(_ text: String, in environment: TerminalEnvironment) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= mostBytes else { return nil }
    let sequence = Array("\u{1b}]52;c;".utf8) + base64(bytes) + [7]
    let term = environment[.term]
    guard term.hasPrefix("screen"), environment[.tmux].isEmpty else { return sequence }
    // GNU screen passes on what is wrapped, a piece at a time.
    var wrapped: [UInt8] = []
    for start in stride(from: 0, to: sequence.count, by: mostWrapped) {
      let piece = sequence[start..<min(start + mostWrapped, sequence.count)]
      wrapped += Array("\u{1b}P".utf8) + piece + Array("\u{1b}\\".utf8)
    }
    return wrapped
  }

  /// Three quarters of the 100,000 characters that the common terminals take.
  static let mostBytes = 74_994
  private static let mostWrapped = 760

  /// RFC 4648, with padding.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let value = (0..<3).reduce(0) { value, place in
        value << 8 | (start + place < bytes.count ? Int(bytes[start + place]) : 0)
      }
      for place in 0..<4 {
        result.append(
          place <= part.count ? digits[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
