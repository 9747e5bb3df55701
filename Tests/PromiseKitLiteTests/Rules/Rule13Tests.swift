import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 13: from any thread at any time, and no program code under a lock")
struct Rule13Tests {
  @Test("everything may be called inside a handler of the same promise", arguments: [true, false])
  func insideHandler(observed: Bool) {
    let ran = Counter()
    environment(observed: observed).run {
      let context = CancelContext()
      let (promise, seal) = context.run { Promise<Int>.pending() }
      promise.done(on: nil) { value in
        #expect(promise.value == value && promise.isResolved && promise.result != nil)
        #expect("\(promise)" == "Promise(1)" && promise.debugDescription.contains("fulfilled"))
        #expect((try? promise.wait()) == 1)
        #expect(!seal.tryFulfill(2) && !seal.tryReject(Failure("x")) && !seal.tryResolve(promise))
        promise.done(on: nil) { _ in ran.add() }.cauterize()
        promise.map(on: nil) { $0 }.ensure(on: nil) { ran.add() }.cauterize()
        when(fulfilled: [promise, promise]).done(on: nil) { _ in ran.add() }.cauterize()
        race(promise, promise).done(on: nil) { _ in ran.add() }.cauterize()
        Promise(promise).done(on: nil) { _ in ran.add() }.cauterize()
        promise.until(context).done(on: nil) { _ in ran.add() }.cauterize()
        seal.onCancel { ran.add(100) }
        context.cancel()
      }.cauterize()
      seal.fulfill(1)
    }
    // The context was cancelled before any of these could run, except the one that outlives it.
    #expect(ran.count == 1)
  }

  @Test("and without a context all of them run", arguments: [true, false])
  func insideHandlerWithoutContext(observed: Bool) {
    let ran = Counter()
    environment(observed: observed).run {
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: nil) { _ in
        promise.done(on: nil) { _ in ran.add() }.cauterize()
        promise.ensure(on: nil) { ran.add() }.cauterize()
        when(fulfilled: [promise, promise]).done(on: nil) { _ in ran.add() }.cauterize()
        race(fulfilled: [promise, promise]).done(on: nil) { _ in ran.add() }.cauterize()
        Promise(promise).done(on: nil) { _ in ran.add() }.cauterize()
      }.cauterize()
      seal.fulfill(1)
    }
    #expect(ran.count == 5)
  }

  @Test("a value whose description uses the promise that holds it")
  func description() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      let (promise, seal) = Promise<Touchy>.pending()
      let accessed = Counter()
      seal.fulfill(
        Touchy {
          accessed.add()
          _ = promise.result
          promise.done(on: nil) { _ in }.cauterize()
          if accessed.count == 1 { _ = seal.tryFulfill(Touchy {}) }
        })
      #expect(accessed.count > 0 && promise.isFulfilled)
      _ = promise.map(on: nil) { $0 }
    }
    #expect(recorder.events.contains { if case .settled = $0.kind { true } else { false } })
  }

  @Test("an error whose isCancelled, == or description use the promise", arguments: [true, false])
  func errors(observed: Bool) {
    let caught = Counter()
    environment(observed: observed).run {
      let (promise, seal) = Promise<Int>.pending()
      let error = TouchyError {
        if promise.isPending { promise.map(on: nil) { $0 }.cauterize() }
        _ = promise.result
      }
      promise.catch(only: error, on: nil) { _ in caught.add() }.cauterize()
      promise.recover(only: error, on: nil) { _ in Promise.value(1) }.cauterize()
      promise.catch(on: nil) { _ in caught.add() }
      seal.reject(error)
      _ = promise.map(on: nil) { $0 }
    }
    #expect(caught.count == 2)
  }

  @Test("an observer that attaches handlers to the promise of an event, and resolves it")
  func observer() {
    let pair = Promise<Int>.pending()
    let ran = Counter()
    let observer = Meddler { kind in
      switch kind {
      case .handlerAttached(1, _, 1, _):
        pair.promise.done(on: nil) { _ in ran.add() }.cauterize()
        pair.resolver.fulfill(1)
      case .settled, .jobEnded, .errorHandled, .deallocated:
        _ = pair.promise.result
        _ = "\(pair.promise)"
      default: break
      }
    }
    let environment = PromiseEnvironment(observers: [observer])
    environment.run {
      let (promise, seal) = Promise<Int>.pending()
      let hook = Counter()
      let meddler = Meddler { kind in
        guard case .handlerAttached(1, _, let ordinal, _) = kind, ordinal < 5 else { return }
        hook.add()
        promise.done(on: nil) { _ in ran.add() }.cauterize()
        seal.fulfill(7)
      }
      observer.next.value = meddler
      promise.done(on: nil) { _ in ran.add() }.cauterize()
      #expect(promise.value == 7 && hook.count == 4)
    }
    #expect(ran.count >= 5)
  }

  @Test("a value that resolves the inputs of its own fan-in when it is freed")
  func freedValue() {
    let failed = Counter()
    do {
      let (b, sealB) = Promise<Leaving>.pending()
      let (c, sealC) = Promise<Leaving>.pending()
      // Only the fan-in references the first value when the second input fails.
      let input = Held(Promise.value(Leaving { sealC.fulfill(Leaving {}) }))
      when(fulfilled: [input.value, b, c].compactMap { $0 }).catch(on: nil) { _ in failed.add() }
      input.value = nil
      sealB.reject(Failure("x"))
    }
    #expect(failed.count == 1)
  }

  @Test("and one that uses the promise whose value it was")
  func freedWithPromise() {
    let (other, seal) = Promise<Int>.pending()
    let done = Counter()
    other.done(on: nil) { _ in done.add() }.cauterize()
    do {
      let promise = Promise.value(Leaving { seal.fulfill(1) })
      _ = promise.map(on: nil) { $0 }
    }
    #expect(done.count == 1)
  }

  @Test("a log handler and a warning handler that use promises, and cause reports themselves")
  func reportHandlers() {
    let environment = PromiseEnvironment(observers: [])
    let told = Counter()
    environment.logHandler = { _ in
      told.add()
      conf.warningHandler = conf.warningHandler
      _ = Promise.value(1).map(on: nil) { $0 }
    }
    environment.warningHandler = { _ in
      told.add()
      _ = Promise.value(1).done(on: nil) { _ in told.add() }
    }
    environment.run {
      _ = Promise<Int>.pending()
      _ = Promise<Int>(error: Failure("x"))
    }
    #expect(told.count == 5, "the loss reaches both handlers")
  }

  @Test(
    "four threads do everything to one promise: each handler runs once", arguments: [true, false])
  func fourThreads(observed: Bool) {
    for round in 0..<20 {
      let (attached, ran, counted) = (Counter(), Counter(), Counter())
      environment(observed: observed).run {
        let context = CancelContext()
        let (promise, seal) = context.run { Promise<Int>.pending() }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          for number in 0..<50 {
            switch (thread + number) % 5 {
            case 0:
              attached.add()
              promise.ensure(on: nil) { ran.add() }.cauterize()
            case 1:
              attached.add()
              when(resolved: [promise, promise]).map(on: nil) { _ in }.ensureRan { ran.add() }
            case 2: _ = (promise.result, promise.isPending, "\(promise)", promise.debugDescription)
            case 3 where number == 25 + round:
              if seal.tryFulfill(number) { counted.add() }
            case 4 where number == 45: context.cancel()
            default: _ = seal.tryResolve(.failure(Failure("\(number)"))) && counted.add() > 0
            }
          }
        }
        #expect(promise.isResolved && counted.count <= 1)
      }
      #expect(ran.count == attached.count)
    }
  }

  @Test("the settings may be read and written from four threads")
  func settings() {
    let environment = PromiseEnvironment(observers: [])
    let told = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      environment.run {
        for _ in 0..<200 {
          switch thread {
          case 0: conf.Q.map = conf.Q.map == nil ? Queues.side : nil
          case 1: conf.catchPolicy = .allErrors
          case 2: conf.logHandler = { _ in told.add() }
          default: _ = Promise<Int>.pending().promise.map { $0 }
          }
        }
      }
    }
    #expect(environment.catchPolicy == .allErrors)
  }

  private func environment(observed: Bool) -> PromiseEnvironment {
    let environment = PromiseEnvironment(observers: observed ? [RecordingObserver()] : [])
    environment.logHandler = { _ in }
    environment.warningHandler = { _ in }
    return environment
  }
}

extension Guarantee where Value == Void {
  /// Calls `body` when the guarantee has ended, cancelled or not.
  fileprivate func ensureRan(_ body: @escaping @Sendable () -> Void) {
    Promise(self).ensure(on: nil, body).cauterize()
  }
}

/// A value that runs code when it is described.
private struct Touchy: Sendable, CustomStringConvertible {
  let touch: @Sendable () -> Void
  init(_ touch: @escaping @Sendable () -> Void) { self.touch = touch }
  var description: String {
    touch()
    return "touched"
  }
}

/// An error that runs code whenever it is queried.
private struct TouchyError: CancellableError, Equatable, CustomStringConvertible {
  let touch: @Sendable () -> Void
  init(_ touch: @escaping @Sendable () -> Void) { self.touch = touch }
  var isCancelled: Bool {
    touch()
    return false
  }
  var description: String {
    touch()
    return "touched"
  }
  static func == (a: Self, b: Self) -> Bool {
    a.touch()
    b.touch()
    return true
  }
}

/// An observer that runs code for each event.
private final class Meddler: PromiseObserver {
  let next = Held<Meddler?>(nil)
  private let meddle: @Sendable (PromiseEvent.Kind) -> Void
  init(_ meddle: @escaping @Sendable (PromiseEvent.Kind) -> Void) { self.meddle = meddle }
  func receive(_ event: PromiseEvent) {
    meddle(event.kind)
    next.value??.receive(event)
  }
}
