import PromiseEvents

/// Why there is no new run of a watched program: a compiler error, or another failure.
package struct BuildFailure: Hashable, Sendable {
  /// A label of two words, such as `build failed`.
  package var short: String
  /// The failure as a sentence.
  package var headline: String
  /// What to do about it, one sentence per element.
  package var advice: [String]
  /// The compiler's messages, the first errors first.
  package var diagnostics: [Diagnostic]
  /// The lines of the files that the messages are about, by path.
  package var sources: [String: [String]]
  /// The output, where it helps.
  package var output: [String]
  /// What is being done, while there is nothing to show and no failure.
  var activity: String?

  package init(
    short: String, headline: String, advice: [String] = [], diagnostics: [Diagnostic] = [],
    sources: [String: [String]] = [:], output: [String] = []
  ) {
    self.short = short
    self.headline = headline
    self.advice = advice
    self.diagnostics = diagnostics
    self.sources = sources
    self.output = output
  }

  /// The failure as lines of text, for use without screens.
  package var text: String {
    let places = diagnostics.map { diagnostic in
      let column = diagnostic.column > 0 ? ":\(diagnostic.column)" : ""
      let place = "\(diagnostic.file):\(diagnostic.line)\(column)"
      return "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    }
    return ([headline] + places + advice + output).map { sanitizedLines($0) }
      .joined(separator: "\n") + "\n"
  }

  /// What is shown during the first build: the activity, and the last lines of its output.
  static func firstBuild(_ activity: String = "", printing output: [String] = []) -> BuildFailure {
    var trouble = BuildFailure(
      short: "first build", headline: "",
      advice: [
        "The first build also builds the library, which may take a minute. Later builds take seconds."
      ], output: output)
    trouble.activity = activity
    return trouble
  }

  /// The files that the messages are about, in order of appearance.
  var files: [String] {
    var seen: Set<String> = []
    return diagnostics.map(\.file).filter { seen.insert($0).inserted }
  }
}

/// A compiler message about a place in a file.
package struct Diagnostic: Hashable, Sendable {
  /// The severity of a message.
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// The path of the file, or its `#fileID`.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column in bytes, from 1; 0 if only the line is known.
  package var column: Int
  package var severity: Severity
  /// The message, in one or more lines.
  package var message: String

  package init(file: String, line: Int, column: Int, severity: Severity, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }

  /// The name of the file, without its folders.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// `main.swift:7: cannot find 'x' in scope`
  package var sentence: String { "\(fileName):\(line): \(message.prefix { $0 != "\n" })" }
}
