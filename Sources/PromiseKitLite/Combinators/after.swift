public import Dispatch

/// Returns a guarantee that is fulfilled after a number of seconds, on the clock of the current
/// environment.
///
/// ```swift
/// after(seconds: 1.5).done { hideBanner() }
/// ```
///
/// The timer is stopped if the chain is canceled in the meantime. This corresponds to PromiseKit's
/// `after` and Bolts' `taskWithDelay:`.
///
/// **Value.** None, after the delay.
/// **Error.** Never.
/// **Cancellation.** The timer is stopped.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `after`; google –; JavaScript `setTimeout`; Bolts `taskWithDelay:`.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - seconds: The delay, in seconds. A value of 0 or less still takes one turn of the clock.
public func after(
  label: String? = nil, seconds: Double,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _after(nanoseconds(seconds), .named(label), CallSite(file, line, column))
}

/// Returns a guarantee that is fulfilled after an interval, on the clock of the current
/// environment.
///
/// ```swift
/// after(.milliseconds(20)).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``after(label:seconds:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func after(
  label: String? = nil, _ interval: DispatchTimeInterval,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _after(interval.nanoseconds, .named(label), CallSite(file, line, column))
}

private func _after(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(root: .after, label: label, at: site)
  guarantee.settle(.value(()), after: delay)
  return guarantee
}

/// Converts seconds to nanoseconds, clamped to the range of `Int64`. NaN counts as 0.
func nanoseconds(_ seconds: Double) -> Int64 {
  guard seconds > 0 else { return 0 }
  return seconds < 9e9 ? Int64(seconds * 1e9) : .max
}

extension DispatchTimeInterval {
  /// The interval in nanoseconds, clamped to the range of `Int64`. `.never` is the maximum.
  package var nanoseconds: Int64 {
    func times(_ count: Int, _ unit: Int64) -> Int64 {
      let product = Int64(count).multipliedReportingOverflow(by: unit)
      return product.overflow ? (count < 0 ? .min : .max) : product.partialValue
    }
    switch self {
    case .seconds(let count): return times(count, 1_000_000_000)
    case .milliseconds(let count): return times(count, 1_000_000)
    case .microseconds(let count): return times(count, 1_000)
    case .nanoseconds(let count): return Int64(count)
    case .never: return .max
    @unknown default: return .max
    }
  }
}
