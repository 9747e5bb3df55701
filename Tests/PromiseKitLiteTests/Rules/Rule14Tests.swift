import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@Suite("Rule 14: misuse never traps")
struct Rule14Tests {
  @Test("a dispatcher that runs a closure twice runs a handler once", arguments: [true, false])
  func dispatchedTwice(observed: Bool) {
    let ran = Counter()
    environment(observed: observed).run {
      let twice = Custom { body in
        body()
        body()
      }
      Promise.value(1).done(on: twice) { _ in ran.add() }.ensure(on: twice) { ran.add() }
        .cauterize()
      _ = Promise<Int>(on: twice) { seal in
        ran.add()
        seal.fulfill(1)
      }
      _ = Promise.value(1).then(on: twice) { _ -> Promise<Int> in
        ran.add()
        return .value(2)
      }
    }
    #expect(ran.count == 4)
  }

  @Test("also if the two run at the same time, on two threads")
  func dispatchedAtOnce() {
    for _ in 0..<200 {
      let ran = Counter()
      let concurrentMap = Custom { body in
        DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
      }
      let promise = Promise.value(1).map(on: concurrentMap) { ran.add($0) }
      #expect(promise.value == 1 && ran.count == 1)
    }
  }

  @Test("a dispatcher that drops a closure leaves the promise pending, and that is reported")
  func neverDispatched() throws {
    let reports = Reports()
    let never = Custom { _ in }
    let line = #line + 2
    reports.run {
      let dropped = Promise.value(1).map(label: "dropped", on: never) { $0 }
      dropped.done { _ in }.cauterize()
      withExtendedLifetime(dropped) {}
    }
    reports.run { _ = Promise<Int>(label: "body", on: never) { $0.fulfill(1) } }
    let places = [
      "\"dropped\" (Rule14Tests.swift:\(line):", "\"body\" (Rule14Tests.swift:\(line + 4):",
    ]
    #expect(reports.sentences.count == 2)
    for (sentence, place) in zip(reports.sentences, places) {
      #expect(sentence.hasPrefix("a promise was freed while pending: \(place)"))
    }
    let first = try #require(reports.sentences.first)
    #expect(first.hasSuffix("; 2 promises wait for it and will never settle"), "\(first)")
  }

  @Test("a dispatcher that keeps a closure forever, or runs it after everything else was freed")
  func dispatchedLate() {
    let kept = Mutex<[@Sendable () -> Void]>([])
    let ran = Counter()
    let late = Custom { body in kept.withLock { $0.append(body) } }
    do { _ = Promise.value(1).map(on: late) { ran.add($0) } }
    for body in kept.withLock({ $0 }) {
      body()
      body()
    }
    #expect(ran.count == 1)
  }

  @Test("a resolver that is used when its promise has settled and is no longer referenced")
  func resolverAfterwards() {
    let seal = Promise<Int>.pending().resolver
    #expect(seal.tryFulfill(1) && !seal.tryFulfill(2) && !seal.tryResolve(Promise.value(1)))
    seal.onCancel { Issue.record("nothing cancels it") }
    let reports = Reports()
    reports.run {
      let (_, seal) = Promise<Int>.pending()
      seal.resolve(nil as Int?, nil)
      seal.resolve(1, Failure("x"))
      seal.resolve(.failure(Failure("x")))
      seal.resolve(Promise<Int>.value(1))
    }
    #expect(reports.sentences.count == 4)
  }

  @Test("times that are negative, invalid, or longer than any clock")
  func times() {
    let run = Run {
      for seconds in [-1, -Double.infinity, .nan, -0.0, .leastNonzeroMagnitude] {
        _ = after(seconds: seconds).done { note("now") }
      }
      for interval in [DispatchTimeInterval.seconds(.min), .milliseconds(-1), .nanoseconds(.min)] {
        _ = after(interval).done { note("now") }
      }
      work(for: .seconds(-5))
    }
    #expect(run.notes == Array(repeating: "now", count: 8) && run.end == 0)
    let far = Run {
      for seconds in [Double.infinity, .greatestFiniteMagnitude, 1e300] {
        _ = after(seconds: seconds).done { note("far") }
      }
      for interval in [DispatchTimeInterval.never, .seconds(.max), .milliseconds(.max)] {
        _ = after(interval).then { after(.seconds(1)) }.done { note("far") }
      }
    }
    #expect(
      far.notes.isEmpty
        && far.kinds.count { if case .timerScheduled = $0 { true } else { false } } == 6)
    let real = CancelContext()
    real.run {
      for seconds in [Double.infinity, .greatestFiniteMagnitude, 1e300] {
        _ = after(seconds: seconds)
      }
      for interval in [DispatchTimeInterval.never, .seconds(.max)] { _ = after(interval) }
    }
    #expect(after(seconds: .nan).map(on: Queues.side) { 1 }.wait() == 1)
    #expect(after(.seconds(.min)).map(on: Queues.side) { 1 }.wait() == 1)
    real.cancel()
  }

  @Test("a handler that returns its own chain, its own input, or waits for itself")
  func itself() {
    let run = Run {
      let (root, seal) = Promise<Int>.pending()
      let (chain, waiting) = (Held<Promise<Int>?>(nil), Held<Promise<Int>?>(nil))
      chain.value = root.then { _ -> Promise<Int> in (chain.value ?? nil) ?? .value(0) }
      (chain.value ?? nil)?.catch { note("\($0)") }
      root.then { _ in root }.done { note("\($0)") }.catch { _ in note("never") }
      waiting.value = root.map(on: Queues.side) { number in
        guard let promise = waiting.value ?? nil else { return number }
        do { return try promise.wait() } catch {
          note("\(error)")
          throw error
        }
      }
      (waiting.value ?? nil)?.cauterize()
      seal.fulfill(7)
      at(1) { (chain.value, waiting.value) = (nil, nil) }
    }
    #expect(Set(run.notes) == ["\(PMKError.deadlock)", "\(PMKError.returnedSelf)", "7"])
  }

  @Test("contexts that cancel themselves, are cancelled before they are used, or own themselves")
  func contexts() {
    let ran = Counter()
    let context = CancelContext()
    context.onCancel {
      context.cancel()
      context.onCancel { ran.add() }
      context.run { _ = Promise<Int> { _ in ran.add(100) } }
    }
    context.cancel()
    context.cancel(with: Failure("x"))
    #expect(ran.count == 1)
    let promise = context.run { Promise.value(1) }
    promise.until(context).until(context).until(CancelContext()).until(promise)
      .done(on: nil) { _ in ran.add(100) }.cauterize()
    let owned = Promise.value(1)
    owned.until(owned).done(on: nil) { _ in ran.add() }.cauterize()
    #expect(ran.count == 2)
  }

  @Test("an owner that uses the chain while it is being freed")
  func owner() {
    let (promise, seal) = Promise<Int>.pending()
    let ran = Counter()
    do {
      let owner = Leaving { seal.fulfill(1) }
      promise.until(owner).done(on: nil) { _ in ran.add(100) }.cancelled(on: nil) { ran.add() }
        .cauterize()
    }
    #expect(ran.count == 1 && promise.value == 1)
  }

  @Test("empty and unusual labels")
  func labels() {
    let odd = ["", " ", "\n\u{1B}[31m", String(repeating: "x", count: 10_000), "🦑\u{0}"]
    let run = Run {
      for label in odd {
        Promise<Int>.value(label: label, 1).map(label: label) { $0 }.cauterize(label: label)
      }
    }
    let settled = run.kinds.count { if case .settled = $0 { true } else { false } }
    #expect(
      settled == odd.count * 3 && run.creations.prefix(3).map(\.label) == ["", "", ""])
  }

  @Test("fan-ins of nothing, of one promise many times, and of themselves")
  func fanIns() {
    #expect(when(fulfilled: [Promise<Int>]()).value == [])
    #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    #expect(race([Promise<Int>]()).isRejected && race(fulfilled: [Promise<Int>]()).isRejected)
    let (promise, seal) = Promise<Int>.pending()
    let many = when(fulfilled: Array(repeating: promise, count: 1000))
    let circle = when(fulfilled: [promise, many.map(on: nil) { $0[0] }])
    seal.resolve(circle.map(on: nil) { $0[0] })
    #expect(many.isPending && promise.isPending)
    #expect(!seal.tryReject(Failure("it is locked in")) && promise.isPending)
    let none = when(fulfilled: AnyIterator<Promise<Int>> { nil }, concurrently: 0)
    let negative = when(fulfilled: AnyIterator<Promise<Int>> { nil }, concurrently: -5)
    #expect(none.isResolved && negative.isResolved)
  }

  @Test("a report handler that causes the same report: it is called once, and does not recurse")
  func reportInReport() {
    let environment = PromiseEnvironment(observers: [])
    let told = Counter()
    environment.logHandler = { _ in
      told.add()
      _ = Promise<Int>.pending()
    }
    environment.run { _ = Promise<Int>.pending() }
    #expect(told.count == 1)
  }

  @Test(
    "a body that throws after it gave its resolver away, and a callback that is called too often"
  )
  func callbacks() {
    let reports = Reports()
    let kept = Held<Resolver<Int>?>(nil)
    let promise = reports.run {
      Promise<Int> { seal in
        kept.value = seal
        throw Failure("x")
      }
    }
    for number in 0..<100 { kept.value??.fulfill(number) }
    #expect(promise.isRejected)
    promise.cauterize()
    let guarantee = reports.run {
      Guarantee<Int> { fulfill in for number in 0..<100 { fulfill(number) } }
    }
    #expect(guarantee.value == 0 && reports.sentences.count > 1)
  }

  private func environment(observed: Bool) -> PromiseEnvironment {
    PromiseEnvironment(observers: observed ? [RecordingObserver()] : [])
  }
}
