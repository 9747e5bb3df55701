import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `wait` and `async` as PromiseKit's users write them. PromiseKit's `hang` runs a run loop, which
/// needs Foundation, and is not included.
@Suite("PromiseKit's call sites: wait and async")
struct WaitCallSites {
  @Test("wait for a promise, for a guarantee, and for combinations")
  func wait() throws {
    let queue = DispatchQueue.global()
    let number = try Promise.value(1).map(on: queue) { $0 + 1 }.wait()
    #expect(number == 2)
    #expect((try? failing().wait()) == nil)
    do {
      try failing().done(on: queue) { _ in }.wait()
      Issue.record("it does not fail")
    } catch let error as Failure {
      #expect(error == Failure("x"))
    }
    after(seconds: 0).wait()
    let value: Int = Guarantee.value(3).map(on: queue) { $0 }.wait()
    #expect(value == 3)
    let (a, b) = try when(fulfilled: answer(), Promise.value("b")).wait()
    #expect(a == 42 && b == "b")
    let all = try when(fulfilled: [answer(), answer()]).wait()
    #expect(all == [42, 42])
    let results = when(resolved: answer(), failing()).wait()
    #if PROMISEKIT
      #expect(results.map(\.isFulfilled) == [true, false])
    #else
      #expect(results.map { try? $0.get() } == [42, nil])
    #endif
    try firstly { answer() }.asVoid().wait()
  }

  @Test("async lets a task await a promise or a guarantee")
  func async() async throws {
    #expect(try await answer().async() == 42)
    #expect(await Guarantee.value(3).async() == 3)
    await after(seconds: 0).async()
    try await answer().asVoid().async()
    await #expect(throws: Failure("x")) { try await failing().async() }
    async let first = answer().async()
    async let second = answer().map(on: .global()) { $0 + 1 }.async()
    #expect(try await [first, second] == [42, 43])
    let (promise, seal) = Promise<Int>.pending()
    Task { seal.fulfill(7) }
    #expect(try await promise.async() == 7)
  }

  @Test("a task that awaits on the main actor resumes there")
  @MainActor
  func mainActor() async throws {
    let value = try await answer().async()
    MainActor.assertIsolated()
    #expect(value == 42)
  }

  @Test("many tasks may await one promise, which may settle before or after")
  func manyTasks() async throws {
    let (promise, seal) = Promise<Int>.pending()
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await promise.async() } }
      group.addTask {
        seal.fulfill(2)
        return 0
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 100 && promise.handlerCount == 0)
  }
}

private func answer() -> Promise<Int> {
  Promise { seal in DispatchQueue.global().async { seal.fulfill(42) } }
}

private func failing() -> Promise<Int> {
  Promise { seal in DispatchQueue.global().async { seal.reject(Failure("x")) } }
}
