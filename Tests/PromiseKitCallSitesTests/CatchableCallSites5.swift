import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Error-handling links, around unprotected state.
@Suite("PromiseKit's call sites in Swift 5 mode: Catchable")
struct CatchableCallSites5 {
  @Test("recover, by type and by value, with classes")
  func recovering() {
    let run = Run {
      let failing = Promise<Kitten>(error: KittenError.angry(2))
      failing.recover { _ in .value(Kitten(name: "calm")) }.done { note($0.name) }
      failing.recover { error -> Promise<Kitten> in
        guard case KittenError.angry(let times) = error else { throw error }
        return .value(Kitten(name: "\(times)"))
      }.done { note($0.name) }.catch { _ in note("never") }
      failing.recover { error -> Guarantee<Kitten> in
        note("\(error)")
        return .value(Kitten(name: "sure"))
      }.done { note($0.name) }
      failing.recover(only: KittenError.self) { _ in Promise.value(Kitten(name: "only")) }
        .done { note($0.name) }.cauterize()
      failing.catch(only: PMKError.self) { _ in
        note("never")
      }.catch { note("cascade \($0)") }
    }
    #expect(
      run.notes.sorted() == [
        "2", "angry(2)", "calm", "cascade angry(2)", "only", "sure",
      ])
  }

  @Test("a step that is retried, as in PromiseKit's documentation")
  func attempts() {
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
    var calls = 0
    let run = Run {
      attempt { () -> Promise<Kitten> in
        calls += 1
        return calls < 3 ? Promise(error: KittenError.none) : .value(Kitten(name: "third"))
      }.done { note($0.name) }.catch { _ in note("never") }
    }
    #expect(run.notes == ["third"] && calls == 3)
  }

  @Test("state that is restored whatever happens, and the end of the chain")
  func ensuring() {
    var isBusy = true
    var errors: [Error] = []
    let run = Run {
      Promise<Kitten>(error: KittenError.none).ensure {
        isBusy = false
      }.ensureThen { () -> Guarantee<Void> in
        after(seconds: 1)
      }.done { kitten in
        note(kitten.name)
      }.catch { error in
        errors.append(error)
      }.finally {
        note("\(isBusy) \(errors.count)")
      }
      Promise<Kitten>(error: PMKError.cancelled).catch(policy: .allErrors) { errors.append($0) }
    }
    #expect(run.notes == ["false 2"])
    #expect(errors.map(\.isCancelled) == [true, false])
  }
}
