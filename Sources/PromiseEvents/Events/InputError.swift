/// Why a text is not what it should be, such as a breakpoint, a filter or an expectation, as a sentence.
package struct InputError: Error, Hashable, CustomStringConvertible {
  package let sentence: String
  /// The line, counted from 1, in a text of several lines.
  package let line: Int?

  package init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  package var description: String { (line.map { "line \($0): " } ?? "") + sentence }
}
