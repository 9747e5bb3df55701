/// Arithmetic for numbers from outside: at the limits it saturates instead of trapping.
extension FixedWidthInteger {
  /// Returns the sum, or the limit that it would exceed.
  @inlinable
  package func saturatingPlus(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, or the limit that it would exceed.
  @inlinable
  package func saturatingMinus(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Returns the product, or the limit that it would exceed.
  @inlinable
  package func saturatingTimes(_ other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((other < 0) == (self < 0) ? .max : .min) : product
  }
}
