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

/// Arithmetic for numbers from outside: at the limits it saturates instead of trapping.
extension FixedWidthInteger {
  /// Returns the sum, or the limit that it would exceed.
  package func saturatingPlus(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, or the limit that it would exceed.
  package func saturatingMinus(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Returns the product, or the limit that it would exceed.
  package func saturatingTimes(_ other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((other < 0) == (self < 0) ? .max : .min) : product
  }
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
