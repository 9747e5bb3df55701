import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 12: waiting in a handler that runs inline")
struct Rule12InlineTests {
  @Test("it does not delay what it waits for")
  func inline() {
    let seen = Counter()
    let reports = Reports()
    reports.run {
      let done = DispatchSemaphore(value: 0)
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: nil) { number in
        let next = try Promise.value(number).map(on: DispatchQueue.global()) { $0 + 1 }.wait()
        if next == 2 { seen.add() }
        done.signal()
      }
      .catch { _ in done.signal() }
      seal.fulfill(1)
      done.wait()
    }
    #expect(seen.count == 1)
  }
}
