#if DEBUG
  import Foundation
  import PromiseKitLite
  import Synchronization
  import TestSupport

  /// Delays threads at the steps inside the library, as a seeded generator decides: most steps not at all, some for
  /// as long as other threads take for a few steps of their own.
  final class Pauses: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: Int) { generator = Mutex(SeededGenerator(seed: seed)) }

    /// Runs `body` with the delays.
    func run<R>(_ body: () throws -> R) rethrows -> R {
      try PromiseKitLite.Step.pausing({ [self] _ in pause() }, body)
    }

    private func pause() {
      let number = generator.withLock { $0.next() }
      switch number % 16 {
      case 0, 1: for _ in 0..<(number >> 8) % 64 { sched_yield() }
      case 2:
        // The time that a thread of a queue takes to wake up, or less.
        var time = timespec(tv_sec: 0, tv_nsec: Int((number >> 8) % 120_000))
        nanosleep(&time, nil)
      default: break
      }
    }
  }
#endif
