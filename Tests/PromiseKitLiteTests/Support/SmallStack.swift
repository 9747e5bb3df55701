import Dispatch
import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 512 KB and waits until that has ended.
func onSmallStack(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, 512 * 1024)
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

/// What a thread begins with.
private final class Start {
  private let body: () -> Void

  init(body: @escaping () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}

/// Counts the lives that have begun and not ended.
final class LifeCounter: Sendable {
  private let count = Atomic<Int>(0)
  var alive: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

/// Something that is alive as long as somebody refers to it.
final class Life: Sendable {
  let one = 1
  private let counter: LifeCounter

  init(_ counter: LifeCounter) {
    self.counter = counter
    counter.add(1)
  }

  deinit { counter.add(-1) }
}
