import Dispatch
import Synchronization

/// What `make` makes of the numbers from 0 up to `count`, in their order: of several at the same time, where
/// there are processors for that.
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

/// What `make` makes of each of two things, at the same time.
package func concurrentMap<Input: Sendable, Output: Sendable>(
  _ one: Input, _ other: Input, _ make: @Sendable (Input) -> Output
) -> (Output, Output) {
  let outputs = concurrentMap(2) { make($0 == 0 ? one : other) }
  return (outputs[0], outputs[1])
}

/// Arithmetic for numbers that come from outside: at the limits it stops instead of trapping.
extension FixedWidthInteger {
  /// The sum, or the limit that it would pass.
  package func saturatingPlus(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the limit that it would pass.
  package func saturatingMinus(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the limit that it would pass.
  package func saturatingTimes(_ other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((other < 0) == (self < 0) ? .max : .min) : product
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that does not satisfy `isBefore`, which holds for the elements
  /// up to one of them and for none after it. O(log count)
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
