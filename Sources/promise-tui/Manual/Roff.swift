import PromiseKitLite

/// Text in the man(7) language, written piece by piece.
struct Roff {
  /// The text written so far.
  private(set) var source = ""

  /// Writes a request with its arguments, each in quotes.
  mutating func request(_ name: String, _ arguments: [String] = []) {
    let quoted = arguments.map { " \"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    source += ".\(name)\(quoted.joined())\n"
  }

  /// Turns off hyphenation and justification.
  mutating func leaveWordsWhole() { source += ".nh\n.ad l\n" }

  /// Writes a heading.
  mutating func section(_ title: String) { request("SH", [title]) }

  /// Writes a heading within a section.
  mutating func subsection(_ title: String) { request("SS", [title]) }

  /// Writes a filled paragraph.
  mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    request("PP")
    line(text)
  }

  /// Writes a term with its meaning next to it.
  mutating func term(_ term: String, _ meaning: String) {
    request("TP")
    source += "\\fB"
    line(term, ending: "\\fR\n", begins: false)
    line(meaning.isEmpty ? "-" : meaning)
  }

  /// Writes lines without filling them, at the left margin: a line of help has up to 80 columns.
  mutating func example(_ text: String) {
    request("PP")
    // A number may not be quoted.
    source += ".in 0\n"
    request("EX")
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    request("EE")
    request("in")
  }

  private mutating func line(_ text: String, ending: String = "\n", begins: Bool = true) {
    let text = Self.escaped(text)
    // A dot or apostrophe at the beginning would make the line a request.
    let guarded = begins && (text.hasPrefix(".") || text.hasPrefix("'")) ? "\\&" + text : text
    source += guarded + ending
  }

  /// Returns `text` with all special characters escaped, hyphens that can be copied, and other
  /// characters than ASCII by number.
  private static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      default: scalar.isASCII ? nil : "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
      }
    }
  }
}
