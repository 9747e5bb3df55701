/// A line that a program printed.
package struct PrintedLine: Hashable, Sendable {
  /// What it says, without the end of the line.
  package var text: String
  /// It was printed on the standard error.
  package var isError: Bool
  /// The number of the newest event that had come before it.
  package var after: Int

  /// A line as it came.
  package init(text: String, isError: Bool = false, after: Int) {
    self.text = text
    self.isError = isError
    self.after = after
  }
}
