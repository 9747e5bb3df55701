import Dispatch
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Synchronization
import Testing

@Suite("Notifications")
struct NotificationTests {
  private let center = NotificationCenter()
  private static let saved = Notification.Name("saved")

  @Test("The next notification with the name fulfills it immediately")
  func next() {
    let guarantee = center.observe(once: Self.saved)
    #expect(guarantee.isPending)
    center.post(name: Notification.Name("opened"), object: nil)
    #expect(guarantee.isPending)
    center.post(name: Self.saved, object: nil)
    #expect(guarantee.isFulfilled)
  }

  @Test("A notification from another object does not count")
  func object() {
    final class Document: Sendable {}
    let document = Document()
    let guarantee = center.observe(label: "saving", once: Self.saved, object: document)
    center.post(name: Self.saved, object: Document())
    #expect(guarantee.isPending)
    center.post(name: Self.saved, object: document)
    #expect(guarantee.isFulfilled)
  }

  @Test("The closure extracts a value from the first notification only")
  func value() {
    let guarantee = center.observe(label: "file", once: Self.saved) { notification in
      notification.userInfo?["file"] as? String
    }
    center.post(name: Self.saved, object: nil, userInfo: ["file": "a"])
    center.post(name: Self.saved, object: nil, userInfo: ["file": "b"])
    #expect(guarantee.value == "a")
  }

  @Test("A second notification has no effect, and the closure runs once")
  func second() {
    let recorder = RecordingObserver()
    let count = Atomic<Int>(0)
    PromiseEnvironment(observers: [recorder]).run {
      _ = center.observe(once: Self.saved) { _ in count.add(1, ordering: .relaxed) }
      for _ in 0..<3 { center.post(name: Self.saved, object: nil) }
    }
    #expect(count.load(ordering: .relaxed) == 1)
    #expect(
      !recorder.events.contains { event in
        if case .resolutionIgnored = event.kind { true } else { false }
      })
  }

  @Test("A context that is cancelled stops observing the notification")
  func cancelled() {
    let context = CancelContext()
    let guarantee = context.run {
      center.observe(once: Self.saved) { _ in Issue.record("a notification is taken") }
    }
    context.cancel()
    center.post(name: Self.saved, object: nil)
    #expect(!guarantee.isFulfilled)
  }

  @Test("Of many notifications at the same time, one counts")
  func many() {
    for _ in 0..<100 {
      let count = Atomic<Int>(0)
      let guarantee = center.observe(once: Self.saved) { _ in
        count.add(1, ordering: .relaxed)
      }
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        center.post(name: Self.saved, object: nil)
      }
      #expect(guarantee.isFulfilled)
      #expect(count.load(ordering: .relaxed) == 1)
    }
  }
}
