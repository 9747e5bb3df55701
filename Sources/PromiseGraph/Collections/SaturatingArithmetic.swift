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
