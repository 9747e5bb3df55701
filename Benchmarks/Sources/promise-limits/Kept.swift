import CHeap
import Synchronization

/// Keeps the objects of a memory trial alive until they have been counted; its storage is allocated
/// beforehand.
final class Kept: @unchecked Sendable {
  private var things: [Any] = []
  /// The bytes and allocations for each promise of the trial.
  private(set) var bytes = 0.0
  private(set) var allocations = 0.0

  /// Creates `count` objects, each of which passes what must stay alive to `keep`, and counts the
  /// memory.
  func count(_ count: Int, _ make: (_ keep: (Any) -> Void) -> Void) {
    things.reserveCapacity(count * 4)
    // Excludes what is allocated only once.
    for _ in 0..<100 { make { things.append($0) } }
    things.removeAll(keepingCapacity: true)
    heap_count(true)
    for _ in 0..<count { make { things.append($0) } }
    heap_count(false)
    precondition(things.capacity >= things.count && things.count >= count)
    bytes = Double(heap_live_bytes()) / Double(count)
    allocations = Double(heap_allocations()) / Double(count)
  }

  static let all = Kept()
}
