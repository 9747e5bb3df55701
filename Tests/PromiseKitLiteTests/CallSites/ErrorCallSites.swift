import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// PromiseKit's errors, and which of them are cancellations.
@Suite("PromiseKit's call sites: Error")
struct ErrorCallSites {
  @Test("the descriptions of PMKError")
  func sentences() {
    let sentences: [(PMKError, String)] = [
      (.compactMap("x", Int.self), "Could not `compactMap<Int>`: x"),
      (
        .invalidCallingConvention,
        "A closure was called with an invalid calling convention, probably (nil, nil)"
      ),
      (.returnedSelf, "A promise handler returned itself"),
      (.badInput, "Bad input was provided to a PromiseKit function"),
      (.cancelled, "The asynchronous sequence was cancelled"),
      (.emptySequence, "The first or last element was requested for an empty sequence"),
      (.noWinner([]), "All thenables passed to race(fulfilled:) were rejected"),
    ]
    for (error, sentence) in sentences {
      #expect("\(error)" == sentence)
      #expect(error.debugDescription == sentence)
    }
  }

  @Test("cases are matched with and without their payloads")
  func matching() {
    func word(_ error: any Error) -> String {
      switch error {
      case PMKError.noWinner: "noWinner"
      case PMKError.compactMap(let value, let type): "\(value) \(type)"
      case PMKError.badInput: "badInput"
      case let error as PMKError: "\(error)"
      default: "other"
      }
    }
    #expect(word(PMKError.noWinner([Failure("x")])) == "noWinner")
    #expect(word(PMKError.compactMap(1, String.self)) == "1 String")
    #expect(word(PMKError.badInput) == "badInput")
    #expect(word(Failure("x")) == "other")
  }

  @Test("an error is tested in every way")
  func questions() {
    func word(_ error: any Error) -> String {
      if case .cancelled? = error as? PMKError { return "cancelled" }
      switch error {
      case PMKError.emptySequence: return "empty"
      case let error as PMKError where error.isCancelled: return "never"
      case let error as any CancellableError where error.isCancelled: return "cancellable"
      case is PMKError: return "PMKError"
      default: return "other"
      }
    }
    #expect(word(PMKError.cancelled) == "cancelled")
    #expect(word(PMKError.emptySequence) == "empty")
    #expect(word(Cancelled()) == "cancellable")
    #expect(word(PMKError.returnedSelf) == "PMKError")
    #expect(word(Failure("x")) == "other")
  }

  @Test("a custom error may be a cancellation")
  func cancellable() {
    enum Payment: CancellableError {
      case backedOut, declined
      var isCancelled: Bool { self == .backedOut }
    }
    #expect(PMKError.cancelled.isCancelled)
    #expect(!PMKError.badInput.isCancelled)
    #expect((Payment.backedOut as any Error).isCancelled)
    #expect(!(Payment.declined as any Error).isCancelled)
    #expect(!(Failure("x") as any Error).isCancelled)
  }

  @Test("the policy of a catch")
  func policy() {
    let run = Run {
      Promise<Int>(error: PMKError.cancelled)
        .recover(policy: .allErrorsExceptCancellation) { _ in Promise.value(0) }
        .ensure { note("ensure") }
        .catch(policy: .allErrors) { note("\($0)") }
    }
    #expect(run.notes == ["ensure", "The asynchronous sequence was cancelled"])
  }
}
