import CLiveBytes
import Dispatch
import Foundation
import PromiseKitLite
import Testing

/// Measures a shape, in a process of its own in which nothing else allocates.
struct Measurement {
  let shape: Shape

  /// Measures the shape with this name.
  static func named(_ name: String) -> Measurement? {
    guard let shape = Shape.named(name) else {
      Issue.record("there is no shape “\(name)”")
      return nil
    }
    return Measurement(shape: shape)
  }

  /// Builds the shape: a small one first, so that permanent allocations exist, and then a large
  /// one, which must leave as much memory in use as before.
  func make(isObserved: Bool) {
    let count = isObserved ? Sizes.observed : Sizes.unobserved
    onSmallStack {
      build(64, isObserved)
      let kept = Self.keptEachTime { build(count, isObserved) }
      #expect(kept < Self.few, "\(kept) bytes are kept of \(count) promises: \(shape.name)")
    }
  }

  /// Too few bytes to be a leak, for any size that is built here.
  static let few = 8_192

  /// Returns the bytes that `body` leaves in use each time it runs. What the system keeps once,
  /// such as the stack of a thread or a list that has grown, is not kept a second time; a leak is.
  private static func keptEachTime(_ body: () -> Void) -> Int {
    var least = Int.max
    for _ in 0..<3 where least >= few {
      let before = Int(live_bytes())
      body()
      least = min(least, Int(live_bytes()) - before)
    }
    return least
  }

  /// Builds all shapes in sequence, on each of the threads.
  static func makeAll(threads: Int) {
    @Sendable func make(_ count: Int) {
      for shape in Shape.all { shape.build(Shape.Size(count: count, isAlone: threads == 1)) }
    }
    func makeOnThreads(_ count: Int) {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in onSmallStack { make(count) } }
    }
    makeOnThreads(64)
    let kept = keptEachTime { makeOnThreads(Sizes.total / Shape.all.count / threads) }
    #expect(kept < few, "\(kept) bytes are kept")
  }

  /// Compares the processor time of one size with that of twice the size.
  func time() {
    onSmallStack {
      build(1000, false)
      let count = Sizes.unobserved / 4
      // Other users of the shared caches make a round slower, never faster.
      var (once, twice) = (Double.infinity, Double.infinity)
      for _ in 0..<3 where twice >= 3 * once || once == .infinity {
        once = min(once, processorTime { build(count, false) })
        twice = min(twice, processorTime { build(2 * count, false) })
      }
      #expect(twice < 3 * once, "\(twice / once) times the time: \(shape.name)")
    }
  }

  private func build(_ count: Int, _ isObserved: Bool) {
    guard isObserved else { return shape.build(Shape.Size(count: count)) }
    let environment = PromiseEnvironment(observers: [Deaf()])
    environment.run { shape.build(Shape.Size(count: count)) }
  }

  private func processorTime(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
  }
}

/// Receives everything and keeps nothing.
private struct Deaf: PromiseObserver {
  func receive(_ event: PromiseEvent) {}
}

/// The sizes of the shapes. `STRESS_LINKS` sets the size of all of them: `make test-stress` builds
/// each with a million promises. By default they are large enough that the stack cannot hold a call
/// for each promise, even one of 52 bytes, and that one leaked allocation per promise is noticed.
enum Sizes {
  private static let given = ProcessInfo.processInfo.environment["STRESS_LINKS"].flatMap { Int($0) }

  /// There is time for what is normally too slow.
  static let isLong = given.map { $0 >= 1_000_000 } ?? false
  /// The total number of promises of all shapes.
  static let total = given ?? 50_000
  /// The length of a single chain or loop of which the rules say that it may be very long.
  static let long = given ?? 12_500

  /// The number of promises of one shape, without and with an observer.
  static let unobserved = given ?? 2500
  static let observed = given.map { min($0, 100_000) } ?? 2500
}
