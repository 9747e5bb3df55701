import Dispatch
import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 128 KB and waits until it has ended.
func onSmallStack(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, 128 * 1024)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    let start = Unmanaged.passRetained(Start(body: body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, attributes, { Start.run($0) }, start)
      guard let thread, status == 0 else { preconditionFailure("no thread: \(status)") }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, attributes, { $0.flatMap { Start.run($0) } }, start)
      guard status == 0 else { preconditionFailure("no thread: \(status)") }
    #endif
    pthread_join(thread, nil)
  }
}

/// The entry point of a thread.
private final class Start {
  private let body: () -> Void

  init(body: @escaping () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}

/// Counts the live objects.
final class LifeCounter: Sendable {
  private let count = Atomic<Int>(0)
  var alive: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

/// An object that is counted as long as it is alive.
final class Life: Sendable {
  let one = 1
  private let counter: LifeCounter

  init(_ counter: LifeCounter) {
    self.counter = counter
    counter.add(1)
  }

  deinit { counter.add(-1) }
}
