import CHeap
import Synchronization

/// Keeps what a trial of memory made until it has been counted; the room for it is made before.
final class Kept: @unchecked Sendable {
  private var things: [Any] = []
  /// What the trial allocated for each of its promises.
  private(set) var bytes = 0.0
  private(set) var allocations = 0.0

  /// Makes `count` things, each of which hands over what keeps it alive, and counts.
  func count(_ count: Int, _ make: (_ keep: (Any) -> Void) -> Void) {
    things.reserveCapacity(count * 4)
    // Whatever is made once.
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
