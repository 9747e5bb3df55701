import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event errorHandled: a rejection meets a handler that handles it")
struct ErrorHandledEventTests {
  @Test(
    "names the child of the handler, or the fan-in",
    arguments: ["catch", "recover", "cauterize", "then with two", "allSettled", "any"])
  func handlers(_ way: String) throws {
    let run = Run {
      let error = Promise<Int>(label: "error", error: Failure("x"))
      switch way {
      case "catch": error.catch(label: "it") { _ in }
      case "recover": _ = error.recover(label: "it") { _ in Promise.value(1) }
      case "cauterize": error.cauterize(label: "it")
      case "then with two":
        _ = error.then(label: "it", fulfilled: { $0 }, rejected: { _ in 1 })
      case "allSettled": _ = when(label: "it", resolved: [error])
      default: _ = race(label: "it", fulfilled: [error, Promise.value(1)])
      }
    }
    let (error, it) = (try #require(run.id(of: "error")), try #require(run.id(of: "it")))
    #expect(run.events(.errorHandled).map(\.kind) == [.errorHandled(promise: error, by: it)])
    #expect(run.unhandled.isEmpty)
  }

  @Test("is posted once for each handler, also for one that is attached late")
  func twice() throws {
    let run = Run {
      let error = Promise<Int>(label: "error", error: Failure("x"))
      error.catch(label: "first") { _ in }
      after(.milliseconds(1)).done { error.catch(label: "second") { _ in } }
    }
    let error = try #require(run.id(of: "error"))
    let handlers = ["first", "second"].compactMap { run.id(of: $0) }
    #expect(handlers.count == 2 && run.unhandled.isEmpty)
    #expect(
      run.events(.errorHandled).map(\.kind)
        == handlers.map { .errorHandled(promise: error, by: $0) })
    #expect(run.events(.errorHandled).last?.time == 1_000_000)
  }

  @Test("is posted when the settlement reaches the handler, before the handler runs")
  func whenMet() {
    let run = Run { Promise<Int>(error: Failure("x")).catch { _ in note("caught") } }
    let handled = run.number { $0.name == .errorHandled }
    #expect(run.number { $0.name == .handlerAttached } < handled)
    #expect(handled < run.number { $0.name == .jobEnqueued })
  }

  @Test("is posted for a named error, and for a cancellation by a handler for all errors")
  func policies() {
    let run = Run {
      let (error, cancelled) = (
        Promise<Int>(error: Failure("x")), Promise<Int>(error: PMKError.cancelled)
      )
      error.catch(label: "named", only: Failure("x")) { _ in }.catch { _ in }
      error.catch(label: "other", only: Failure("y")) { _ in }.catch(label: "rest") { _ in }
      cancelled.catch(label: "skips") { _ in }
      cancelled.catch(label: "takes", policy: .allErrors) { _ in }
    }
    let by = run.all { kind in if case .errorHandled(_, let by) = kind { by } else { nil } }
    #expect(Set(by) == Set(["named", "rest", "takes"].compactMap { run.id(of: $0) }))
    #expect(by.count == 3)
  }

  @Test("is not posted if an error is only passed on: ensure, tap, finally, when, race")
  func passing() {
    let run = Run {
      let error = Promise<Int>(error: Failure("x"))
      _ = error.ensure {}
      _ = error.tap { _ in }
      _ = when(fulfilled: [error])
      _ = race([error])
    }
    #expect(run.events(.errorHandled).isEmpty && run.unhandled == ["x"])
  }
}

@Suite(
  "The event errorUnhandled: the last promise with an error is freed, and no handler handled it")
struct ErrorUnhandledEventTests {
  @Test("is posted once, when the last promise that the error reached is freed")
  func unhandled() {
    let run = Run {
      let root = Promise<Int>(label: "root") { $0.reject(Failure("x")) }
      _ = root.done(label: "a") { _ in }
      _ = root.map(label: "b") { $0 }.map(label: "c") { $0 }
    }
    let told = run.all { kind -> (PromiseID, String)? in
      if case .errorUnhandled(_, let origin, let error) = kind { (origin, error) } else { nil }
    }
    #expect(told.count == 1)
    #expect(told.first?.0 == run.id(of: "root") && told.first?.1 == "x")
  }

  @Test("comes right before the end of the last promise, with the error in a bounded length")
  func payload() {
    let run = Run {
      let root = Promise<Int> { $0.reject(Failure(String(repeating: "x", count: 1000))) }
      _ = root.map { $0 }
    }
    let number = run.number { $0.name == .errorUnhandled }
    guard case .errorUnhandled(let last, 1, let error) = run.events[number - 1].kind else {
      Issue.record("nothing is told")
      return
    }
    #expect(error.count == 121 && error.hasSuffix("…"))
    #expect(run.events[number].kind == .deallocated(promise: last, state: .settled, waiting: []))
  }

  @Test("is posted for each unhandled error")
  func several() {
    let run = Run { for name in ["x", "y"] { _ = Promise<Int>(error: Failure(name)).map { $0 } } }
    #expect(run.unhandled.sorted() == ["x", "y"])
  }

  @Test("is not posted for an error that wait or an awaiting task throws")
  func thrown() async throws {
    let run = Run {
      #expect(throws: Failure("x")) { try Promise<Int>(error: Failure("x")).wait() }
    }
    #expect(run.unhandled.isEmpty)
    let recorder = RecordingObserver()
    let error = PromiseEnvironment(observers: [recorder]).run {
      Promise<Int>(error: Failure("x"))
    }
    await #expect(throws: Failure("x")) { try await error.async() }
    #expect(!recorder.events.contains { $0.kind.name == .errorUnhandled })
  }

  @Test("is not posted if any branch handles the error")
  func handledByOneBranch() {
    let run = Run {
      let root = Promise<Int> { $0.reject(Failure("x")) }
      _ = root.done { _ in }
      root.catch { _ in note("caught") }
    }
    #expect(run.notes == ["caught"] && run.unhandled.isEmpty)
  }

  @Test("is not posted for a cancellation")
  func cancellation() {
    let run = Run { _ = Promise<Int>(error: PMKError.cancelled).map { $0 } }
    #expect(run.unhandled.isEmpty && run.events(.deallocated).count == 2)
  }

  @Test("is not posted while a tap that may pass the error on is pending")
  func waitsForTap() {
    let recorder = RecordingObserver()
    let (begun, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    PromiseEnvironment(observers: [recorder]).run {
      let root = Promise<Int> { $0.reject(Failure("x")) }
      do {
        let branch = root.done { _ in }
        root.tap(on: Queues.side) { _ in begun.wait() }
          .catch(on: Queues.side) { _ in }
          .finally(on: nil) { over.signal() }
        withExtendedLifetime(branch) {}
      }
      begun.signal()
    }
    over.wait()
    let names = recorder.events.map(\.kind.name)
    #expect(names.contains(.errorHandled) && !names.contains(.errorUnhandled))
  }

  @Test("but is posted when the tap has passed it on without a handler")
  func afterTap() {
    let run = Run {
      let root = Promise<Int>(label: "root") { $0.reject(Failure("x")) }
      _ = root.tap(on: Queues.side) { _ in }
      _ = root.ensure(on: nil) {}.map { $0 }
    }
    #expect(run.unhandled == ["x"])
  }
}
