import Testing

@Suite("Depth and size: on a stack of 512 KB, and every byte is given back", .serialized)
struct DepthAndSizeTests {
  @Test("where nobody observes, and where somebody does", arguments: Shape.all)
  func alone(shape: Shape) async {
    await #expect(processExitsWith: .success) { [name = shape.name as String] in
      Measurement.named(name)?.make(isObserved: false)
      Measurement.named(name)?.make(isObserved: true)
    }
  }

  @Test("all shapes in turn")
  func inTurn() async {
    await #expect(processExitsWith: .success) { Measurement.makeAll(threads: 1) }
  }

  @Test("all shapes on four threads at once")
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
