import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct DurationHistogramTests {
  @Test("Quantiles match the sorted durations within an eighth", arguments: 1...8)
  func quantiles(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var durations: [Int64] = []
    var histogram = DurationHistogram()
    for _ in 0..<400 {
      let duration = Int64.random(
        in: 0...Int64.random(in: 1...1 << 40, using: &generator), using: &generator)
      durations.append(duration)
      histogram.insert(duration)
    }
    for duration in durations.prefix(100) { histogram.remove(duration) }
    durations = durations.dropFirst(100).sorted()
    #expect(histogram.count == 300 && histogram.total == durations.reduce(0, +))
    for share in [0, 0.05, 0.5, 0.95, 1] {
      let exact = Double(durations[max(1, Int((share * 300).rounded(.up))) - 1])
      let told = Double(histogram.quantile(share) ?? -1)
      #expect(abs(told - exact) <= exact / 8 + 1)
    }
  }

  @Test("The extremes are exact if nothing was removed")
  func extremes() {
    var histogram = DurationHistogram()
    #expect(histogram.shortest == nil && histogram.median == nil && histogram.mean == nil)
    for duration in [80_200_000, 3, -5, .max, 1_000_001] as [Int64] { histogram.insert(duration) }
    #expect(histogram.shortest == 0 && histogram.longest == .max && histogram.median == 1_000_001)
    for duration in [-5, .max] as [Int64] { histogram.remove(duration) }
    #expect(histogram.shortest == 3 && histogram.longest == 80_200_000)
    histogram.remove(77)
    #expect(histogram.count == 3)
  }
}
