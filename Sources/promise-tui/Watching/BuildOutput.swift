import PromiseScreens

/// What `swift build` says: how far it is, and what the compiler finds.
struct BuildOutput: Hashable, Sendable {
  /// The last lines that it said, whatever they are.
  private(set) var lines: [String] = []
  /// How far it is, as it says itself: `[7/12] Compiling`.
  private(set) var step = ""
  /// What the compiler said, each once.
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  /// The line that has no end yet.
  private var partial: [UInt8] = []
  /// The last line was the beginning of something that the compiler says.
  private var mayGoOn = false

  /// So many lines are kept.
  private static let mostLines = 200
  private static let mostDiagnostics = 500

  /// Takes more of it in.
  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !partial.isEmpty || byte == UInt8(ascii: "\n") { take() }
      } else {
        partial.append(byte)
      }
    }
  }

  /// Takes its end in.
  mutating func finish() {
    if !partial.isEmpty { take() }
  }

  /// The errors, with the notes that follow them; those that came last are told last.
  var errors: [Diagnostic] {
    var isOfError = false
    return diagnostics.filter { diagnostic in
      if diagnostic.severity != .note { isOfError = diagnostic.severity == .error }
      return isOfError
    }
  }

  private mutating func take() {
    let line = String(decoding: partial, as: UTF8.self)
    partial.removeAll(keepingCapacity: true)
    lines.append(line)
    if lines.count > Self.mostLines { lines.removeFirst() }
    if let diagnostic = Diagnostic(line: line) {
      mayGoOn = false
      guard diagnostics.count < Self.mostDiagnostics, seen.insert(diagnostic).inserted else {
        return
      }
      diagnostics.append(diagnostic)
      mayGoOn = true
    } else if line.hasPrefix("[") || Self.isExcerpt(line) || line.hasPrefix("error:") {
      mayGoOn = false
      if line.hasPrefix("["), line.contains("] ") { step = Self.short(line) }
    } else if mayGoOn, let last = diagnostics.indices.last {
      diagnostics[last].message += "\n" + line
    } else if !line.isEmpty, !line.hasPrefix("warning:") {
      step = line
    }
  }

  /// A line of the source that the compiler repeats, or what it draws beside one.
  private static func isExcerpt(_ line: String) -> Bool {
    if line.isEmpty { return true }
    let rest = line.drop { $0 == " " || $0.isNumber }
    return rest.hasPrefix("| ") || rest == "|" || rest.hasPrefix("^") || rest.hasPrefix("~")
      || line.hasPrefix(" ")
  }

  /// `[7/12] Compiling`
  private static func short(_ line: String) -> String {
    line.split(separator: " ").prefix(2).joined(separator: " ")
  }
}

extension Diagnostic {
  /// What a line of the form `file:line:column: error: message` says.
  init?(line whole: String) {
    // What a macro stands for is told below it, with a branch before its place.
    let text = whole.hasPrefix("`- /") ? String(whole.dropFirst(3)) : whole
    for severity in [Severity.error, .warning, .note] {
      guard let mark = text.firstRange(of: ": \(severity.rawValue): ") else { continue }
      var parts = text[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 2, let last = parts.popLast().flatMap({ Int($0) }), last > 0 else {
        continue
      }
      var place = (line: last, column: 0)
      if parts.count >= 2, let line = parts.last.flatMap({ Int($0) }), line > 0 {
        parts.removeLast()
        place = (line, last)
      }
      let file = parts.joined(separator: ":")
      guard !file.isEmpty, !file.hasPrefix(" ") else { continue }
      self.init(
        file: file, line: place.line, column: place.column, severity: severity,
        message: String(text[mark.upperBound...]))
      return
    }
    return nil
  }
}
