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
