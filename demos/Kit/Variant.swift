/// A demo with some of its knobs turned, which shows another side of the same question.
package struct Variant: Hashable, Sendable {
  /// What it is called on the command line: `--variant refused`.
  package let name: String
  /// What is different, in one line.
  package let about: String
  /// The knobs, as `answer=fail`.
  package let settings: [String]
  /// The ids of the lints that it triggers; exactly these.
  package let lints: [String]

  package init(_ name: String, _ about: String, _ settings: [String], lints: [String] = []) {
    self.name = name
    self.about = about
    self.settings = settings
    self.lints = lints
  }
}
