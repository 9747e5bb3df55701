import PromiseEvents

/// Why there is no new run of a program that is watched: what does not compile, or what else is in the way.
package struct BuildFailure: Hashable, Sendable {
  /// In two words: `build failed`.
  package var short: String
  /// In a sentence.
  package var headline: String
  /// What to do about it, a sentence each.
  package var advice: [String]
  /// What the compiler says, the first errors first.
  package var diagnostics: [Diagnostic]
  /// The lines of the files that it says it of, by path.
  package var sources: [String: [String]]
  /// What was printed, where that helps.
  package var output: [String]

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

  /// It as lines of text, for where there are no screens.
  package var text: String {
    let places = diagnostics.map { diagnostic in
      let column = diagnostic.column > 0 ? ":\(diagnostic.column)" : ""
      let place = "\(diagnostic.file):\(diagnostic.line)\(column)"
      return "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    }
    return ([headline] + places + advice + output).map { sanitizedLines($0) }
      .joined(separator: "\n") + "\n"
  }

  /// What stands in the place of the source until there is one.
  static let firstBuild = BuildFailure(
    short: "first build", headline: "",
    advice: [
      "The first build makes the library, too, which may take a minute. Later ones take seconds."
    ])

  /// The files that it is about, in the order in which they are named.
  var files: [String] {
    var seen: Set<String> = []
    return diagnostics.map(\.file).filter { seen.insert($0).inserted }
  }
}

/// Foreign text, line by line without what a terminal would obey.
func sanitizedLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }
    .joined(separator: "\n")
}

/// Something that a compiler says about a place in a file.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// The file's path, or its `#fileID`.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column in bytes, from 1; 0 where only the line is known.
  package var column: Int
  package var severity: Severity
  /// What is wrong, in one line or several.
  package var message: String

  package init(file: String, line: Int, column: Int, severity: Severity, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }

  /// The file's name, without the folders.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// `main.swift:7: cannot find 'x' in scope`
  package var sentence: String { "\(fileName):\(line): \(message.prefix { $0 != "\n" })" }
}
