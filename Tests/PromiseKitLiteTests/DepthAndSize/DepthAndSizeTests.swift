import TestSupport
import Testing

@Suite("Depth and size: on a stack of 128 KB, without leaking a byte")
struct DepthAndSizeTests {
  /// The shapes are divided among so many processes, since starting one takes longer than building a shape.
  private static let processes = 6

  @Test("without and with an observer", arguments: 0..<processes)
  func alone(part: Int) async {
    await #expect(processExitsWith: .success) {
      [part = part as Int, processes = Self.processes as Int] in
      for (number, shape) in Shape.all.enumerated() where number % processes == part {
        Measurement(shape: shape).make(isObserved: false)
        Measurement(shape: shape).make(isObserved: true)
      }
    }
  }

  @Test("all shapes in sequence")
  func inTurn() async {
    await #expect(processExitsWith: .success) { Measurement.makeAll(threads: 1) }
  }

  @Test("all shapes on four threads at the same time")
  func onThreads() async {
    await #expect(processExitsWith: .success) { Measurement.makeAll(threads: 4) }
  }

  @Test("twice as many promises take twice the time, not four times", .enabled(if: Sizes.isLong))
  func linear() async {
    for shape in Shape.all {
      await #expect(processExitsWith: .success) { [name = shape.name as String] in
        Measurement.named(name)?.time()
      }
    }
  }
}
