import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: nested contexts")
struct Rule10NestedTests {
  @Test("a context without references still passes a cancellation on")
  func nobodyKeeps() {
    let run = Run {
      let app = CancelContext()
      app.run {
        CancelContext().run {
          CancelContext().run { after(label: "pause", .seconds(10)) }.done { note("never") }
        }
      }
      at(5) { app.cancel() }
    }
    #expect(run.notes.isEmpty && run.outcome(of: "pause") == .cancelled)
  }

  @Test("so does a chain that belongs to three")
  func untilThrice() {
    let run = Run {
      let contexts = [CancelContext(), CancelContext(), CancelContext()]
      Promise.value(1).until(contexts[0]).until(contexts[1]).until(contexts[2])
        .then(label: "then") { _ in after(.seconds(10)) }
        .done { note("never") }
        .cauterize()
      at(5) { contexts[0].cancel() }
    }
    #expect(run.notes.isEmpty && run.outcome(of: "then") == .cancelled)
  }

  @Test("contexts can be nested as deep as memory allows, on a small stack")
  func deep() {
    onSmallStack {
      let outermost = CancelContext()
      var innermost = outermost
      for _ in 0..<20_000 { innermost = innermost.run { CancelContext() } }
      let promise = innermost.run { Promise<Int>.pending().promise }
      outermost.cancel()
      #expect(innermost.isCancelled && promise.isPending == false)
    }
  }

  @Test("and are freed on a small stack, cancelled or not")
  func deepEnd() {
    onSmallStack {
      weak var first: CancelContext?
      do {
        var innermost = CancelContext()
        first = innermost
        for _ in 0..<20_000 { innermost = innermost.run { CancelContext() } }
        #expect(first != nil)
      }
      #expect(first == nil)
    }
  }
}
