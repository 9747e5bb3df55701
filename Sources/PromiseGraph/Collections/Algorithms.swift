import Dispatch
import Synchronization

/// Returns the results of `make` for the numbers from 0 up to `count`, in order, computing several at the same
/// time if there are processors for that.
package func concurrentMap<Output: Sendable>(
  _ count: Int, _ make: @Sendable (Int) -> Output
) -> [Output] {
  let made = Mutex<[Int: Output]>([:])
  DispatchQueue.concurrentPerform(iterations: max(0, count)) { number in
    let output = make(number)
    made.withLock { $0[number] = output }
  }
  let outputs = made.withLock { $0 }
  return outputs.sorted { $0.key < $1.key }.map(\.value)
}

/// Returns the results of `make` for each of two values, computed at the same time.
package func concurrentMap<Input: Sendable, Output: Sendable>(
  _ one: Input, _ other: Input, _ make: @Sendable (Input) -> Output
) -> (Output, Output) {
  let outputs = concurrentMap(2) { make($0 == 0 ? one : other) }
  return (outputs[0], outputs[1])
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that does not satisfy `isBefore`, which must hold for all elements
  /// before some index and for none after it. O(log count)
  @inlinable
  package func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
