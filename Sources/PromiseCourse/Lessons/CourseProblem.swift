/// What is wrong with a text of the course, and in which line of it.
package struct CourseProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let sentence: String
  /// The line, counted from 1, where it is known.
  package let line: Int?

  package init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  package var description: String { (line.map { "line \($0): " } ?? "") + sentence }
}
