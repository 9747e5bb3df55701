import CHeap
import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A limit that is tested.
enum Trial: String, CaseIterable, Sendable {
  case memory, rejection, adoptionInline, adoptionQueued, drop, buffer

  /// A short description.
  var title: String {
    switch self {
    case .memory: "a pending promise with one handler and its child: bytes, allocations"
    case .rejection: "1,000,000 links run inline, rejected at the root: a link"
    case .adoptionInline: "1,000,000 recursive adoptions run inline: a step"
    case .adoptionQueued: "1,000,000 recursive adoptions over a serial queue: a step"
    case .drop: "an unresolved chain of 1,000,000 links is dropped"
    case .buffer: "1,000,000 recorded events"
    }
  }

  /// The number of links, steps, promises, or events.
  var count: Int { self == .memory ? 10_000 : 1_000_000 }

  /// The stack size: that of a secondary thread on macOS.
  static let stack = 512 * 1024

  /// The exit status if the heap cannot be counted on this system.
  static let uncounted: Int32 = 3
}

extension Trial {
  /// Runs the trial, and prints the nanoseconds for one link or step.
  func time(_ body: @escaping @Sendable (Int) -> Void, _ count: Int) {
    let start = Clock.processor.now
    Threads.run(stack: Trial.stack) { body(count) }
    print(Double(Clock.processor.now - start) / Double(count))
  }

  /// Runs the trial, and prints what was allocated.
  func heap(_ body: @escaping @Sendable (Int) -> Void, _ count: Int) {
    guard heap_can_count() else { exit(Trial.uncounted) }
    if self == .memory {
      body(count)
      print(Kept.all.bytes, Kept.all.allocations)
    } else {
      heap_count(true)
      Threads.run(stack: Trial.stack) { body(count) }
      heap_count(false)
      print(heap_peak_bytes(), heap_live_bytes(), heap_allocations())
    }
  }
}
