import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Error-handling links as PromiseKit's users write them.
@Suite("PromiseKit's call sites: Catchable")
struct CatchableCallSites {
  private enum LoginError: Error { case offline, wrongPassword }

  @Test("catch, with the error by name, unused, cast, or with a policy")
  func catching() {
    let run = Run {
      let failing = Promise<Int>(error: LoginError.offline)
      failing.catch { note("1 \($0)") }
      failing.catch { _ in note("2") }
      failing.catch { error in
        switch error {
        case LoginError.offline: note("3")
        default: note("never")
        }
      }
      failing.catch(policy: .allErrors) { error in
        if let error = error as? LoginError { note("4 \(error)") }
      }
      Promise<Int>(error: PMKError.cancelled).catch(policy: .allErrors) {
        note("\($0.isCancelled)")
      }
      Promise<Int>(error: PMKError.cancelled).catch { _ in note("never") }.finally { note("5") }
    }
    #expect(Set(run.notes) == ["1 offline", "2", "3", "4 offline", "true", "5"])
    #expect(run.notes.count == 6)
  }

  @Test("ensure, ensureThen, finally, cauterize")
  func ensuring() {
    let run = Run {
      Promise.value(1).ensure {
        note("ensure")
      }.ensureThen {
        after(.milliseconds(1))
      }.done { _ in
        throw LoginError.offline
      }.catch { _ in
        note("caught")
      }.finally {
        note("finally")
      }
      Promise<Int>(error: LoginError.offline).cauterize()
      Promise<Int>(error: LoginError.offline).cauterize().finally { note("cauterized") }
    }
    #expect(Set(run.notes) == ["ensure", "caught", "finally", "cauterized"])
  }

  @Test("recover: with a promise, a guarantee, a throw; of nothing")
  func recovering() {
    let run = Run {
      let failing = Promise<Int>(error: LoginError.offline)
      failing.recover { _ in Promise.value(1) }.done { note("\($0)") }.cauterize()
      failing.recover { _ in Guarantee.value(2) }.done { note("\($0)") }
      failing.recover { _ in .value(3) }.done { note("\($0)") }
      failing.recover { error -> Promise<Int> in
        guard case LoginError.wrongPassword = error else { throw error }
        return .value(0)
      }.catch { note("\($0)") }
      failing.recover { _ -> Guarantee<Int> in
        note("multi")
        return .value(4)
      }.done { note("\($0)") }
      failing.recover(policy: .allErrors) { _ in Promise.value(5) }.done { note("\($0)") }
        .cauterize()
      let void = failing.asVoid()
      void.recover { _ in }.done { note("void") }
      void.recover { error in throw error }.catch { _ in note("thrown") }
      void.recover { _ in note("several") }.done { note("void") }
    }
    #expect(
      run.notes.sorted() == [
        "1", "2", "3", "4", "5", "multi", "offline", "several", "thrown", "void", "void",
      ])
  }

  @Test("catch(only:) and recover(only:), cascading")
  func only() {
    let run = Run {
      let failing = Promise<Int>(error: LoginError.offline)
      failing.catch(only: LoginError.offline) { _ in
        note("offline")
      }.catch(only: LoginError.self) { _ in
        note("never")
      }.catch { _ in
        note("never")
      }
      failing.catch(only: PMKError.self) { _ in
        note("never")
      }.catch(only: LoginError.self, policy: .allErrors) { error in
        note("login \(error)")
      }.catch { _ in
        note("never")
      }.finally {
        note("finally")
      }
      failing.catch(only: PMKError.self) { _ in note("never") }.cauterize()
      failing.recover(only: LoginError.offline) { _ in Promise.value(1) }
        .done { note("\($0)") }.cauterize()
      failing.recover(only: LoginError.self) { error in Guarantee.value("\(error)".count) }
        .done { note("\($0)") }.cauterize()
      failing.asVoid().recover(only: LoginError.self) { note("\($0)") }.done { note("void") }
        .cauterize()
      failing.asVoid().recover(only: LoginError.offline) { _ in note("value") }.cauterize()
    }
    #expect(
      run.notes.sorted() == [
        "1", "7", "finally", "login offline", "offline", "offline", "value", "void",
      ])
  }

  @Test("functions instead of closures")
  func functions() {
    let run = Run {
      let failing = Promise<Int>(error: LoginError.offline)
      failing.recover(other).done { note("\($0)") }.catch(tell)
      failing.ensure(over).catch(tell).finally(over)
    }
    #expect(run.notes.sorted() == ["9", "offline", "over", "over"])
  }
}

@Sendable private func other(_ error: any Error) -> Promise<Int> { .value(9) }
@Sendable private func tell(_ error: any Error) { note("\(error)") }
@Sendable private func over() { note("over") }
