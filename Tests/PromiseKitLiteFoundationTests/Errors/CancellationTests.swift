import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import TestSupport
import Testing

@Suite("Foundation's cancellations")
struct CancellationTests {
  static let cancellations: [any Error] = [
    CocoaError(.userCancelled),
    URLError(.cancelled),
    NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue),
    NSError(domain: NSURLErrorDomain, code: URLError.Code.cancelled.rawValue),
    CocoaError(.userCancelled) as NSError,
    URLError(.cancelled) as NSError,
  ]

  static let failures: [any Error] = [
    CocoaError(.fileNoSuchFile),
    URLError(.timedOut),
    NSError(domain: NSCocoaErrorDomain, code: URLError.Code.cancelled.rawValue),
    NSError(domain: NSURLErrorDomain, code: CocoaError.Code.userCancelled.rawValue),
    NSError(domain: "another", code: URLError.Code.cancelled.rawValue),
  ]

  @Test("They count as cancellations, also as NSError", arguments: cancellations.indices)
  func isCancelled(index: Int) {
    #expect(Self.cancellations[index].isCancelled)
  }

  @Test("Other errors of the same domains do not count", arguments: failures.indices)
  func isNotCancelled(index: Int) {
    #expect(!Self.failures[index].isCancelled)
  }

  @Test("A rejection with one is posted as cancelled", arguments: cancellations.indices)
  func told(index: Int) {
    let recorder = RecordingObserver()
    _ = PromiseEnvironment(observers: [recorder]).run {
      Promise<Int>(error: Self.cancellations[index])
        .map(on: nil) { $0 + 1 }
        .catch(on: nil) { _ in Issue.record("catch takes a cancellation") }
        .finally(on: nil) { note("finally") }
    }
    #expect(recorder.outcomes.prefix(2) == [.cancelled, .cancelled])
    #expect(recorder.events.contains { $0.kind == .note("finally") })
  }

  @Test(
    "A rejection with another error is posted as rejected, and is caught",
    arguments: failures.indices)
  func toldAsRejected(index: Int) {
    let recorder = RecordingObserver()
    _ = PromiseEnvironment(observers: [recorder]).run {
      Promise<Int>(error: Self.failures[index]).catch(on: nil) { _ in note("caught") }
    }
    #expect(recorder.outcomes.first == .rejected)
    #expect(recorder.events.contains { $0.kind == .note("caught") })
  }
}
