import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 11: errors that a handler replaces")
struct Rule11LossTests {
  @Test("an error that a handler replaced by its own is reported although its promise was freed")
  func replaced() {
    let run = Run {
      var failed: Promise<Int>? = Promise(label: "first", error: Failure("first"))
      _ = failed?.tap(on: Queues.side) { _ in throw Failure("second") }
      failed = nil
    }
    #expect(run.unhandled.sorted() == ["first", "second"])
  }

  @Test("without an observer too")
  func unobserved() {
    let reports = Reports()
    reports.run {
      var failed: Promise<Int>? = Promise(error: Failure("first"))
      let held = Held<@Sendable () -> Void>()
      _ = failed?.tap(on: Custom { held.value = $0 }) { _ in throw Failure("second") }
      failed = nil
      held.take()?()
    }
    #expect(reports.sentences.count == 2)
  }

  @Test("an error that a handler received and passes on is reported once")
  func passedOn() {
    let run = Run {
      var failed: Promise<Int>? = Promise(error: Failure("first"))
      _ = failed?.tap(on: Queues.side) { _ in }
      failed = nil
    }
    #expect(run.unhandled == ["first"])
  }
}
