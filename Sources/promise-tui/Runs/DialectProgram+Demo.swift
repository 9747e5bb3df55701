import PromiseCourse
import PromiseKitLite
import PromiseScreens

extension DialectProgram {
  /// Creates the program of a demo, whose order lists what it prints, and its handlers and unhandled errors
  /// unless `showsOnlyNotes` is set.
  init(_ scenario: RunnableDemo, showsOnlyNotes: Bool = false) {
    self.init(
      name: scenario.entry.name, title: scenario.entry.teaches, queues: scenario.queues,
      showsHandlers: !showsOnlyNotes, showsErrors: !showsOnlyNotes
    ) { _ in scenario.begin(in: .current) }
  }
}
