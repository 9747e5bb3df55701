/// Demos that belong together, in the order in which a learner meets them.
package struct Chapter: Sendable {
  /// What it is called on the command line: `fan-in`.
  package let name: String
  /// What it is about, in one line.
  package let about: String
  /// Its demos; each is in one chapter only.
  package let demos: [Demo]

  init(_ name: String, _ about: String, _ demos: [Demo]) {
    self.name = name
    self.about = about
    self.demos = demos
  }

  /// The whole course.
  package static let all: [Chapter] = [
    basics, errors, fanIn, queues, time, lifetime, mistakes, stories,
  ]
}
