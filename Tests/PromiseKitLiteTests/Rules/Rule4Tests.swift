import PromiseKitLite
import Testing

@Suite("Rule 4: siblings before grandchildren on one serial queue")
struct Rule4Tests {
  @Test("A1 → A2, B1 → B2, C1 on one promise run breadth first")
  func breadthFirst() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.map {
        note("A1"); return $0
      }.done { _ in note("A2") }
      _ = promise.map {
        note("B1"); return $0
      }.done { _ in note("B2") }
      _ = promise.done { _ in note("C1") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["A1", "B1", "C1", "A2", "B2"])
  }

  @Test("inline too")
  func inline() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.map(on: nil) {
        note("A1"); return $0
      }.done(on: nil) { _ in note("A2") }
      _ = promise.map(on: nil) {
        note("B1"); return $0
      }.done(on: nil) { _ in note("B2") }
      _ = promise.done(on: nil) { _ in note("C1") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["A1", "B1", "C1", "A2", "B2"])
  }

  @Test(
    "errors too: all handlers of a promise are skipped or enqueued before any of their children's")
  func errors() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      promise.map { $0 }.map { $0 }.catch { _ in note("deep") }
      promise.catch { _ in note("direct") }
      seal.reject(Failure("x"))
    }
    #expect(run.notes == ["direct", "deep"])
  }
}
