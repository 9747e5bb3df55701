import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: a cancellation is a rejection that catch and recover exclude")
struct Rule10Tests {
  @Test("an error declares whether it is a cancellation")
  func errors() {
    #expect(PMKError.cancelled.isCancelled && !PMKError.timedOut.isCancelled)
    #expect((Cancelled() as any Error).isCancelled)
    #expect(!(Failure("x") as any Error).isCancelled)
    #expect(Maybe(isCancelled: true).isCancelled && !Maybe(isCancelled: false).isCancelled)
  }

  @Test("it is posted as an outcome of its own, with where it arose, and skips handlers not for it")
  func state() {
    let run = Run {
      Promise<Int>(label: "root", error: PMKError.cancelled)
        .map(label: "map") { $0 }
        .recover(label: "recover") { _ in Promise.value(1) }
        .done(label: "done") { _ in note("never") }
        .catch(label: "catch") { _ in note("never") }
    }
    #expect(run.notes.isEmpty && run.unhandled.isEmpty)
    for label in ["root", "map", "recover", "done", "catch"] {
      #expect(run.outcome(of: label) == .cancelled)
      #expect(run.settlement(of: label)?.origin == run.id(of: "root"))
    }
    #expect(run.skip(of: "map") == .errorPassesValueHandler)
    #expect(run.skip(of: "recover") == .cancellationPassesByPolicy)
    #expect(run.skip(of: "catch") == .cancellationPassesByPolicy)
  }

  @Test("ensure, ensureThen, and finally run, and so does cancelled")
  func alwaysRun() {
    let run = Run {
      Promise<Int>(error: Cancelled())
        .ensure { note("ensure") }
        .ensureThen {
          note("ensureThen")
          return after(.milliseconds(1)).done { note("and what it waits for") }
        }
        .tap { if case .failure(let error) = $0 { note("tap \(error.isCancelled)") } }
        .cancelled { note("cancelled") }
        .catch { _ in note("never") }
        .finally { note("finally") }
    }
    #expect(
      run.notes == [
        "ensure", "ensureThen", "and what it waits for", "tap true", "cancelled", "finally",
      ])
  }

  @Test("without an explicit policy every form of catch and recover excludes it")
  func leftOut() {
    let run = Run { takers().forEach { $0(nil) } }
    #expect(run.notes.isEmpty)
    #expect(
      run.kinds.count { kind in
        if case .handlerSkipped(_, _, .cancellationPassesByPolicy) = kind { true } else { false }
      } == takers().count)
  }

  @Test("with .allErrors every form handles it")
  func taken() {
    let run = Run { takers().forEach { $0(.allErrors) } }
    #expect(run.notes.count == takers().count)
    #expect(run.unhandled.isEmpty)
  }

  @Test(
    "conf.catchPolicy is the default of forms without a policy, for links that are created later"
  )
  func settablePolicy() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      promise.catch { _ in note("made before") }
      conf.catchPolicy = .allErrors
      #expect(conf.catchPolicy == .allErrors)
      promise.catch { _ in note("made after") }
      promise.catch(policy: .allErrorsExceptCancellation) { _ in note("says so itself") }
      promise.cauterize(label: "cauterized")
      seal.reject(Cancelled())
      takers().forEach { $0(nil) }
    }
    #expect(run.notes.first == "made after" && !run.notes.contains("made before"))
    #expect(!run.notes.contains("says so itself"))
    #expect(run.notes.count == 1 + takers().count)
    #expect(run.skip(of: "cauterized") == nil)
  }

  @Test("it is the policy of the promise's environment, not of where the link is created")
  func policyOfEnvironment() {
    let reports = Reports()
    let caught = Counter()
    let (promise, seal) = reports.run { Promise<Int>.pending() }
    let all = PromiseEnvironment(observers: [])
    all.catchPolicy = .allErrors
    all.run { promise.catch { _ in caught.add() } }
    seal.reject(Cancelled())
    #expect(caught.count == 0)
    reports.environment.catchPolicy = .allErrors
    promise.catch { _ in caught.add() }
    #expect(caught.count == 1 && conf.catchPolicy == .allErrorsExceptCancellation)
  }

  @Test("a catch for one error that is a cancellation handles it, whatever the policy")
  func named() {
    let run = Run {
      Promise<Int>(error: Maybe(isCancelled: true))
        .catch(only: Maybe(isCancelled: true)) { _ in note("named") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["named"])
  }

  /// Every form of catch and recover, on a promise that is cancelled.
  private func takers() -> [(CatchPolicy?) -> Void] {
    let int = Promise<Int>(error: Cancelled())
    let void = Promise<Void>(error: Cancelled())
    return [
      { int.catch(policy: $0) { _ in note("catch") } },
      { int.catch(label: "l", policy: $0) { _ in note("catch") } },
      { _ = int.catch(only: Cancelled.self, policy: $0) { _ in note("catch only") } },
      { _ = int.catch(label: "l", only: Cancelled.self, policy: $0) { _ in note("catch only") } },
      {
        int.catch(only: Failure.self) { _ in note("never") }
          .catch(policy: $0) { _ in note("cascading catch") }
      },
      {
        _ = int.catch(only: Failure.self) { _ in note("never") }
          .catch(only: Cancelled.self, policy: $0) { _ in note("cascading catch only") }
      },
      { _ = int.recover(policy: $0) { _ in take("recover") } },
      { _ = int.recover(label: "l", policy: $0) { _ in take("recover") } },
      { _ = int.recover(only: Cancelled.self, policy: $0) { _ in take("recover only") } },
      { _ = void.recover(policy: $0) { _ throws in note("recover void") } },
      { _ = void.recover(only: Cancelled.self, policy: $0) { _ throws in note("void only") } },
      {
        _ = int.then(policy: $0, fulfilled: { $0 }, rejected: { _ in takeValue("then") })
      },
      {
        _ = int.then(
          policy: $0, fulfilled: { Promise.value($0) }, rejected: { _ in take("then promise") })
      },
    ]
  }
}

/// An error that may be a cancellation.
private struct Maybe: CancellableError, Equatable {
  let isCancelled: Bool
}

@Sendable private func take(_ text: String) -> Promise<Int> {
  note(text)
  return .value(1)
}

@Sendable private func takeValue(_ text: String) -> Int {
  note(text)
  return 1
}
