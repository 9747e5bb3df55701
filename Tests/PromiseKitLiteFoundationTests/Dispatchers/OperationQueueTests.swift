import Dispatch
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation
import Synchronization
import Testing

@Suite("Handlers on operation queues")
struct OperationQueueTests {
  /// A serial queue with a name.
  private func serialQueue(_ name: String = "orders") -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = 1
    return queue
  }

  @Test("A handler runs on the queue that the link names")
  func named() async throws {
    let queue = serialQueue()
    let isThere = try await Promise.value(1)
      .map(on: queue) { _ in OperationQueue.current === queue }.async()
    #expect(isThere)
  }

  @Test("Handlers of one promise run in the order of attachment")
  func order() async throws {
    let queue = serialQueue()
    let numbers = Numbers()
    let (promise, seal) = Promise<Void>.pending()
    let links = (0..<200).map { number in promise.done(on: queue) { numbers.append(number) } }
    seal.fulfill()
    _ = try await when(fulfilled: links).async()
    #expect(numbers.all == Array(0..<200))
  }

  @Test("attaching is the queue of the operation that creates the link")
  func attaching() async throws {
    let queue = serialQueue()
    let (promise, seal) = Promise<Bool>.pending()
    queue.addOperation {
      Promise.value(1).map(on: .global()) { $0 }
        .map(on: .attaching) { _ in OperationQueue.current === queue }
        .done(on: nil) { seal.fulfill($0) }
        .catch(on: nil) { seal.reject($0) }
    }
    #expect(try await promise.async())
  }

  @Test("in a handler on an operation queue, attaching is that queue, for each handler its own")
  func nested() async throws {
    let first = serialQueue("first")
    let second = serialQueue("second")
    let names = try await Promise.value(1).then(on: first) { _ in
      Promise.value(1).map(on: .attaching) { _ in OperationQueue.current?.name }
        .then(on: second) { name in
          Promise.value(1).map(on: .attaching) { _ in [name, OperationQueue.current?.name] }
        }
    }.async()
    #expect(names == ["first", "second"])
  }

  @Test(
    "attaching is main if there is no operation queue: in a task, or in a block on a Dispatch queue"
  )
  func attachingElsewhere() async throws {
    #expect(attached() === OperationQueue.main)
    let queue = await DispatchQueue(label: "side").async(.promise) { attached() }.async()
    #expect(queue === OperationQueue.main)
  }

  private func attached() -> OperationQueue? {
    let dispatcher: (any Dispatcher)? = .attaching
    return dispatcher as? OperationQueue
  }

  @Test(
    "A suspended queue keeps its handlers until it is resumed; cancelling its operations loses none"
  )
  func suspended() async throws {
    let queue = serialQueue()
    queue.isSuspended = true
    let promise = Promise.value(1).map(on: queue) { $0 + 1 }
    #expect(queue.operationCount == 1)
    queue.cancelAllOperations()
    #expect(promise.isPending)
    queue.isSuspended = false
    #expect(try await promise.async() == 2)
  }

  @Test("An operation queue is shown with its name and its width")
  func shown() {
    let wide = OperationQueue()
    wide.name = "wide"
    wide.maxConcurrentOperationCount = 3
    let open = OperationQueue()
    open.name = "open"
    let above = OperationQueue()
    let beneath = DispatchQueue(label: "beneath")
    above.underlyingQueue = beneath
    let recorder = RecordingObserver()
    let (promise, seal) = PromiseEnvironment(observers: [recorder]).run {
      Promise<Int>.pending()
    }
    for queue in [serialQueue(), wide, open, above, .main] {
      _ = promise.map(on: queue) { $0 }
    }
    seal.reject(PMKError.cancelled)
    let queues = recorder.events.compactMap { event -> String? in
      guard case .queueDeclared(_, let label, let kind, _) = event.kind else { return nil }
      return "\(label) \(kind)"
    }
    #expect(
      queues == [
        "orders serial", "wide concurrent(width: Optional(3))", "open concurrent(width: nil)",
        "beneath serial", "main serial",
      ])
    withExtendedLifetime(beneath) {}
  }
}

/// The numbers in the order in which they were noted.
private final class Numbers: Sendable {
  private let said = Mutex<[Int]>([])
  var all: [Int] { said.withLock { $0 } }
  func append(_ number: Int) { said.withLock { $0.append(number) } }
}
