import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// The descriptions of promises of structs and classes, and custom errors.
@Suite("PromiseKit's call sites in Swift 5 mode: CustomStringConvertible, Error")
struct DescriptionCallSites5 {
  struct Age { var years: Int }

  @Test("a promise prints its type while it is pending, and then its value or its error")
  func descriptions() {
    let (promise, seal) = Promise<Age>.pending()
    #expect("\(promise)" == "Promise(…Age)")
    #expect(promise.debugDescription == "Promise<Age>.pending(handlers: 0)")
    seal.fulfill(Age(years: 3))
    #expect("\(promise)" == "Promise(Age(years: 3))")
    #expect(promise.debugDescription == "Promise<Age>.fulfilled(Age(years: 3))")
    #expect("\(Guarantee<Kitten>.pending().guarantee)" == "Guarantee(…Kitten)")
  }

  @Test("an error that is a class, and one that is a cancellation")
  func errors() {
    class Problem: Error {
      var retries = 0
    }
    class Closed: CancellableError {
      var isCancelled: Bool { true }
    }
    var heard: [String] = []
    let run = Run {
      Promise<Kitten>(error: Problem()).catch { error in
        if let problem = error as? Problem { heard.append("\(problem.retries)") }
      }
      Promise<Kitten>(error: Closed()).catch { _ in
        heard.append("never")
      }.finally {
        note("finally")
      }
    }
    #expect(heard == ["0"] && run.notes == ["finally"])
    #expect((Closed() as Error).isCancelled && !(Problem() as Error).isCancelled)
  }
}
