extension PromiseEvent {
  /// A place in a source file, as `#fileID`, `#line` and `#column` tell it.
  ///
  /// ```swift
  /// let site = PromiseEvent.SourceSite(file: "Program/Login.swift", line: 14, column: 8)
  /// print(site)
  /// // Prints "Login.swift:14:8"
  /// ```
  public struct SourceSite: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file as `#fileID` names it: `Module/File.swift`.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int

    /// Puts the parts together.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    /// The last component of the file's path: `File.swift`.
    public var fileName: String {
      file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }

    /// `File.swift:14:8`; without a file it is an unknown place.
    public var description: String {
      file.isEmpty ? "an unknown place" : "\(fileName):\(line):\(column)"
    }
  }
}
