import Testing

@Suite("Depth and size: on a stack of 512 KB, without leaking a byte", .serialized)
struct DepthAndSizeTests {
  @Test("without and with an observer", arguments: Shape.all)
  func alone(shape: Shape) async {
    await #expect(processExitsWith: .success) { [name = shape.name as String] in
      Measurement.named(name)?.make(isObserved: false)
      Measurement.named(name)?.make(isObserved: true)
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
