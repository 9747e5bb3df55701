/// Several measurements of one thing.
public struct Spread: Sendable {
  private let sorted: [Double]

  /// Creates a spread from at least one measurement.
  public init(_ measurements: [Double]) {
    precondition(!measurements.isEmpty)
    sorted = measurements.sorted()
  }

  public var count: Int { sorted.count }
  public var lowest: Double { sorted[0] }
  public var highest: Double { sorted[sorted.count - 1] }
  public var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
