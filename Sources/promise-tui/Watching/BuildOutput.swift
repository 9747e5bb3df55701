import PromiseScreens

/// The output of `swift build`: its progress, and the compiler's diagnostics.
struct BuildOutput: Hashable, Sendable {
  /// The last lines, whatever they are.
  private(set) var lines: [String] = []
  /// The progress, as the build reports it: `[7/12] Compiling`.
  private(set) var step = ""
  /// The diagnostics, each once.
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  /// The current, incomplete line.
  private var partial: [UInt8] = []
  /// Whether the last line began a diagnostic that may continue.
  private var mayGoOn = false

  /// The most lines to keep.
  private static let mostLines = 200
  private static let mostDiagnostics = 500

  /// Takes more output.
  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !partial.isEmpty || byte == UInt8(ascii: "\n") { take() }
      } else {
        partial.append(byte)
      }
    }
  }

  /// Takes the end of the output.
  mutating func finish() {
    if !partial.isEmpty { take() }
  }

  /// The errors, each followed by its notes, in order.
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

  /// Returns whether a line repeats source code, or is drawn beside it.
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
  /// Parses a line of the form `file:line:column: error: message`.
  init?(line whole: String) {
    // The expansion of a macro is indented below its use, and drawn with a branch.
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
