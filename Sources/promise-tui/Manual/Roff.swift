/// Text in the language of man(7), written piece by piece.
struct Roff {
  /// What has been written.
  private(set) var source = ""

  /// A request with its arguments, each of them in quotes.
  mutating func request(_ name: String, _ arguments: [String] = []) {
    let quoted = arguments.map { " \"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    source += ".\(name)\(quoted.joined())\n"
  }

  /// From here on no word is broken at the end of a line, and no line is stretched.
  mutating func leaveWordsWhole() { source += ".nh\n.ad l\n" }

  /// A heading.
  mutating func section(_ title: String) { request("SH", [title]) }

  /// A heading within a section.
  mutating func subsection(_ title: String) { request("SS", [title]) }

  /// A paragraph, filled.
  mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    request("PP")
    line(text)
  }

  /// A term with what it means beside it.
  mutating func term(_ term: String, _ meaning: String) {
    request("TP")
    source += "\\fB"
    line(term, ending: "\\fR\n", begins: false)
    line(meaning.isEmpty ? "-" : meaning)
  }

  /// Lines as they are.
  mutating func example(_ text: String) {
    request("PP")
    request("EX")
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    request("EE")
  }

  /// Paragraphs with an empty line between them, as help has them. One whose lines after the first are
  /// indented is a list of examples.
  mutating func discussion(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 1, lines.dropFirst().allSatisfy({ $0.hasPrefix("  ") }) else {
        self.text(lines.joined(separator: " "))
        continue
      }
      self.text(lines[0].prefix(1).uppercased() + lines[0].dropFirst().lowercased() + ":")
      example(lines.dropFirst().joined(separator: "\n"))
    }
  }

  private mutating func line(_ text: String, ending: String = "\n", begins: Bool = true) {
    let text = Self.escaped(text)
    // A dot or an apostrophe in front would make a request of it.
    let guarded = begins && (text.hasPrefix(".") || text.hasPrefix("'")) ? "\\&" + text : text
    source += guarded + ending
  }

  /// `text` in which nothing means anything, every hyphen is one that can be copied, and what is not
  /// ASCII is named by its number.
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
