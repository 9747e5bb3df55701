import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("then(fulfilled:rejected:): one of two handlers runs (Promises/A+ 2.2)")
struct ThenRejectedTests {
  @Test("a value runs only fulfilled, an error runs only rejected")
  func oneOfTwo() {
    let run = Run {
      Promise.value(1)
        .then(fulfilled: { note("value \($0)") }, rejected: { note("never \($0)") })
        .done { note("after the value") }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x"))
        .then(fulfilled: { note("never \($0)") }, rejected: { note("error \($0)") })
        .done { note("after the error") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["value 1", "error x", "after the value", "after the error"])
  }

  @Test("the chain continues with the result of either")
  func values() {
    let run = Run {
      Promise.value(1).then(fulfilled: { $0 + 1 }, rejected: { _ in 0 })
        .done { note("\($0)") }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x")).then {
        $0 + 1
      } rejected: { _ in
        0
      }
      .done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["2", "0"])
  }

  @Test("or with the promise that either returned, which is adopted")
  func promises() {
    let run = Run {
      Promise.value(1)
        .then(
          label: "value", fulfilled: { Promise.value("\($0)") },
          rejected: { Guarantee.value("\($0)") }
        )
        .done { note($0) }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x"))
        .then(
          label: "error", fulfilled: { Promise.value("\($0)") },
          rejected: { Guarantee.value("\($0)") }
        )
        .done { note($0) }.catch { _ in note("never") }
    }
    #expect(run.notes == ["1", "x"])
    let adopters = run.kinds.compactMap { kind -> PromiseID? in
      if case .adopted(let outer, _) = kind { outer } else { nil }
    }
    #expect(adopters == ["value", "error"].compactMap(run.id(of:)))
  }

  @Test("either may throw, and an error of fulfilled does not reach rejected")
  func throwing() {
    let run = Run {
      Promise.value(1)
        .then(
          fulfilled: { _ in throw Failure("from the value") }, rejected: { note("never \($0)") }
        )
        .catch { note("\($0)") }
      Promise<Int>(error: Failure("x"))
        .then(fulfilled: { $0 }, rejected: { throw Failure("from \($0)") })
        .done { _ in note("never") }.catch { note("\($0)") }
      Promise<Int>(error: Failure("y"))
        .then(
          fulfilled: { Promise.value($0) },
          rejected: { error -> Promise<Int> in throw Failure("from \(error)") }
        )
        .done { _ in note("never") }.catch { note("\($0)") }
    }
    #expect(run.notes == ["from the value", "from x", "from y"])
  }

  @Test("an error that either throws is a new one, posted as unhandled if no handler handles it")
  func unhandled() {
    let run = Run {
      _ = Promise<Int>(label: "bad", error: Failure("x"))
        .then(label: "taken", fulfilled: { $0 }, rejected: { _ in throw Failure("y") })
    }
    let unhandled = run.kinds.compactMap { kind -> String? in
      if case .errorUnhandled(_, run.id(of: "taken"), let error) = kind { error } else { nil }
    }
    #expect(unhandled == ["y"])
  }

  @Test("a value does not count as a handled error")
  func valueIsNoError() {
    let run = Run {
      _ = Promise.value(1).then(fulfilled: { $0 }, rejected: { _ in 0 })
    }
    #expect(!run.kinds.contains { if case .errorHandled = $0 { true } else { false } })
  }

  @Test("either runs on the given queue, inline on nil, and on main by default")
  func queues() {
    let run = Run {
      for promise in [Promise.value(1), Promise(error: Failure("x"))] {
        _ = promise.then(label: "default", fulfilled: { _ in }, rejected: { _ in })
        _ = promise.then(label: "side", on: Queues.side, fulfilled: { _ in }, rejected: { _ in })
        _ = promise.then(
          on: nil, fulfilled: { _ in note("inline") }, rejected: { _ in note("inline") })
        note("made")
      }
    }
    #expect(run.queue(of: "default") == "main")
    #expect(run.queue(of: "side") == "side")
    #expect(run.notes == ["inline", "made", "inline", "made"])
  }

  @Test("flags are accepted")
  func flags() {
    let run = Run {
      _ = Promise.value(1)
        .then(
          label: "flagged", on: Queues.side, flags: .barrier, fulfilled: { $0 },
          rejected: { _ in 0 })
    }
    #expect(run.queue(of: "flagged") == "side")
  }

  @Test("the new promise is a then with its label and its source line")
  func creation() {
    let line = #line + 3
    let run = Run {
      let promise = Promise.value(1)
      _ = promise.then(label: "two", fulfilled: { $0 }, rejected: { _ in 0 })
      _ = promise.then(
        label: "made", fulfilled: { Promise.value($0) }, rejected: { _ in .value(0) })
    }
    let made = run.kinds.compactMap { kind -> PromiseEvent.Creation? in
      if case .created(let creation) = kind, creation.label != nil { creation } else { nil }
    }
    #expect(made.map(\.operation) == [.then, .then])
    #expect(made.map(\.label) == ["two", "made"])
    #expect(made.map(\.site?.line) == [line, line + 1])
    #expect(made.map(\.parents) == [[1], [1]])
  }

  @Test("a handler that returns the new promise itself rejects it with returnedSelf")
  func returnedSelf() {
    let run = Run {
      for root in [Promise.value(1), Promise(error: Failure("x"))] {
        let own = Promise<Promise<Int>>.pending()
        let itself = own.promise
        let promise = root.then(
          fulfilled: { _ in itself.value ?? .value(0) },
          rejected: { _ in itself.value ?? .value(0) })
        own.resolver.fulfill(promise)
        promise.catch { note("\($0)") }
      }
    }
    #expect(run.notes.count == 2)
    #expect(run.notes.allSatisfy { $0 == PMKError.returnedSelf.description })
  }
}
