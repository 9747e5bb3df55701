import Foundation
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: the cancellations of Swift and of Foundation")
struct Rule10OtherCancellationsTests {
  @Test("Swift's CancellationError is one: catch excludes it, and the events say cancelled")
  func swift() {
    let run = Run {
      let promise = Promise<Int>(error: CancellationError())
      promise.catch { _ in note("never") }
      promise.cancelled { note("cancelled") }.catch(policy: .allErrors) {
        note("\($0.isCancelled)")
      }
    }
    #expect(run.notes == ["cancelled", "true"] && run.unhandled.isEmpty)
    let outcomes = run.kinds.compactMap { kind in
      if case .settled(let settlement) = kind, settlement.outcome != .fulfilled {
        settlement.outcome
      } else {
        nil
      }
    }
    #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0 == .cancelled })
  }

  @Test("an error that an async body throws when its task is cancelled is one")
  func thrownByTask() async {
    let promise = Promise<Int>(async: { throw CancellationError() })
    await #expect(throws: CancellationError.self) { try await promise.async() }
    #expect(promise.error?.isCancelled == true)
  }

  @Test(
    "an error with the domain and code of URLError.cancelled or CocoaError.userCancelled is one")
  func byDomain() {
    #expect(Coded(domain: "NSURLErrorDomain", code: -999).isCancelled)
    #expect(Coded(domain: "NSCocoaErrorDomain", code: 3072).isCancelled)
    for error in [
      Coded(domain: "NSURLErrorDomain", code: 3072),
      Coded(domain: "NSCocoaErrorDomain", code: -999),
      Coded(domain: "NSURLErrorDomain", code: -1001), Coded(domain: "other", code: -999),
    ] {
      #expect(!error.isCancelled, "\(error)")
    }
  }

  @Test("Foundation's own errors are recognized by their domain and code alone")
  func foundation() {
    let cancelled: [any Error] = [
      URLError(.cancelled), CocoaError(.userCancelled),
      NSError(domain: NSURLErrorDomain, code: -999),
      NSError(domain: NSCocoaErrorDomain, code: 3072),
    ]
    for error in cancelled { #expect(error.isFoundationCancellation && error.isCancelled) }
    let failed: [any Error] = [
      URLError(.timedOut), CocoaError(.fileNoSuchFile), NSError(domain: "x", code: -999),
      Failure("x"), Plain.first, Numbered.cancelled,
    ]
    for error in failed { #expect(!error.isFoundationCancellation && !error.isCancelled) }
  }

  @Test("an error that declares itself is believed, whatever its code")
  func answersItself() {
    #expect(!Stubborn().isCancelled)
    #expect(Cancelled().isCancelled)
  }
}

private enum Plain: Error { case first }

private enum Numbered: Int, Error { case cancelled = -999 }

/// An error with a domain and a code, which only the standard library reads.
private struct Coded: Error {
  let domain: String
  let code: Int
  var _domain: String { domain }
  var _code: Int { code }
}

/// It looks like a cancellation and declares that it is none.
private struct Stubborn: CancellableError {
  var isCancelled: Bool { false }
  var _domain: String { "NSURLErrorDomain" }
  var _code: Int { -999 }
}
