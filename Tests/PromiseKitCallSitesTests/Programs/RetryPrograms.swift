import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Retry helpers, as in PromiseKit's "Common Patterns" and in its users' programs.
@Suite("Programs of PromiseKit's users: retrying")
struct RetryPrograms {
  func attempt<T>(
    maximumRetryCount: Int = 3, delayBeforeRetry: DispatchTimeInterval = .seconds(2),
    _ body: @escaping () -> Promise<T>
  ) -> Promise<T> {
    var attempts = 0
    func attempt() -> Promise<T> {
      attempts += 1
      return body().recover { error -> Promise<T> in
        guard attempts < maximumRetryCount else { throw error }
        return after(delayBeforeRetry).then(on: nil, attempt)
      }
    }
    return attempt()
  }

  @Test("attempt, with a delay between two attempts")
  func attempts() {
    let server = FakeServer()
    server.answers["/a"] = [
      .failure(ServerError.offline), .failure(ServerError.offline), .success("a"),
    ]
    let log = Log()
    _ = Run {
      self.attempt(maximumRetryCount: 3) {
        Promise { seal in server.get("/a", completion: seal.resolve) }
      }.done { log.add($0) }.catch { log.add("\($0)") }
    }
    #expect(log.lines == ["a"] && server.requests.count == 3)
  }

  @Test("attempt fails with the last error")
  func givesUp() {
    let server = FakeServer()
    server.answers["/a"] = [.failure(ServerError.offline), .failure(ServerError.status(500))]
    let log = Log()
    _ = Run {
      attempt(maximumRetryCount: 2) { Promise<String> { server.get("/a", completion: $0.resolve) } }
        .done { log.add($0) }
        .catch { log.add("\($0)") }
    }
    #expect(log.lines == ["status(500)"] && server.requests.count == 2)
  }

  /// Doubles the delay each time, for errors that may go away.
  func backoff<T>(
    _ times: Int, initial: Double, shouldRetry: @escaping (Error) -> Bool,
    _ body: @escaping (Int) -> Promise<T>
  ) -> Promise<T> {
    func step(_ number: Int, _ delay: Double) -> Promise<T> {
      body(number).recover { error -> Promise<T> in
        if number < times && shouldRetry(error) {
          return after(seconds: delay).then { step(number + 1, delay * 2) }
        } else {
          throw error
        }
      }
    }
    return step(1, initial)
  }

  @Test("exponential backoff, as long as the error may go away")
  func backsOff() {
    let log = Log()
    _ = Run {
      backoff(5, initial: 0.1, shouldRetry: { ($0 as? ServerError) == .offline }) { number in
        log.add("try \(number)")
        return number < 3 ? Promise<Int>(error: ServerError.offline) : .value(number)
      }.done { log.add("done \($0)") }.catch { log.add("\($0)") }
      backoff(5, initial: 0.1, shouldRetry: { ($0 as? ServerError) == .offline }) { _ in
        Promise<Int>(error: ServerError.unauthorized)
      }.done { log.add("never \($0)") }.catch { log.add("\($0)") }
    }
    #expect(log.lines == ["try 1", "unauthorized", "try 2", "try 3", "done 3"])
  }

  @Test("polling until a condition holds")
  func polling() {
    func poll(every interval: DispatchTimeInterval, until isDone: @escaping () -> Bool)
      -> Guarantee<Int>
    {
      var rounds = 0
      func round() -> Guarantee<Int> {
        rounds += 1
        if isDone() { return .value(rounds) }
        return after(interval).then { round() }
      }
      return round()
    }
    let log = Log()
    var left = 3
    _ = Run {
      poll(every: .milliseconds(50)) {
        left -= 1
        return left == 0
      }.done { log.add("after \($0)") }
    }
    #expect(log.lines == ["after 3"])
  }

  @Test("a recursive walk through the pages")
  func pages() {
    let server = FakeServer()
    server.answers = ["/1": [.success("2")], "/2": [.success("3")], "/3": [.success("")]]
    func walk(_ page: String, _ found: [String] = []) -> Promise<[String]> {
      return firstly {
        Promise<String> { server.get("/" + page, completion: $0.resolve) }
      }.then { next -> Promise<[String]> in
        guard !next.isEmpty else { return .value(found + [page]) }
        return walk(next, found + [page])
      }
    }
    let log = Log()
    _ = Run { walk("1").done { log.add($0.joined(separator: ",")) }.cauterize() }
    #expect(log.lines == ["1,2,3"])
  }
}
