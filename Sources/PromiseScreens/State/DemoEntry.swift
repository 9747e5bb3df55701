/// A demo as the picker lists it.
package struct DemoEntry: Hashable, Sendable {
  /// What it is called on the command line: `login-fetch-submit`.
  package var name: String
  /// What it is called for people; the name where there is nothing better.
  package var title: String
  /// What it teaches, in one line.
  package var teaches: String
  /// Its knobs and their values, as `delay=80 answer=ok`.
  package var knobs: String

  /// Without a title the name stands for it.
  package init(name: String, title: String? = nil, teaches: String, knobs: String = "") {
    self.name = name
    self.title = title ?? name
    self.teaches = teaches
    self.knobs = knobs
  }
}
