package import PromiseKitLite

/// The questions about one run of a demo, with the run.
package struct QuizSheet: Hashable, Sendable {
  /// The demo's name.
  package var demo: String
  /// The run that is asked about, from its beginning to its end.
  package var events: [PromiseEvent]
  package var questions: [QuizQuestion]

  package init(demo: String, events: [PromiseEvent], questions: [QuizQuestion]) {
    self.demo = demo
    self.events = events
    self.questions = questions
  }
}
