import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 12: a wait on main also warns if the promise has settled")
struct Rule12SettledTests {
  @Test("by a value or by an error, of a promise or of a guarantee; once for each call")
  func settled() async {
    let reports = Reports()
    let (value, error, guarantee) = reports.run {
      (Promise.value(1), Promise<Int>(error: Failure("x")), Guarantee.value(2))
    }
    await withCheckedContinuation { over in
      DispatchQueue.main.async {
        #expect((try? value.wait()) == 1)
        #expect(throws: Failure("x")) { try error.wait() }
        #expect(guarantee.wait() == 2)
        over.resume()
      }
    }
    #expect(reports.sentences.count == 3)
    #expect(reports.sentences.allSatisfy { $0.hasPrefix("wait() blocks the main queue") })
  }

  @Test("on another queue there is no warning")
  func elsewhere() async {
    let reports = Reports()
    let promise = reports.run { Promise.value(1) }
    await withCheckedContinuation { over in
      Queues.side.async {
        #expect((try? promise.wait()) == 1)
        over.resume()
      }
    }
    #expect(reports.sentences.isEmpty)
  }
}
