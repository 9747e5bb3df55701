import Measuring
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// Measures the memory of the screens while they watch a program that never ends.
enum Endless {
  /// Prints a line after each million events.
  static func run(millions: Int) {
    var state = State(
      size: Size(width: 200, height: 50), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [])
    _ = update(&state, .began(LiveProgram(entry: RunDescriptor(name: "endless", teaches: ""))))
    var batch: [PromiseEvent] = []
    var count = 0
    let begin = Clock.processor.now
    Workload.postEndless(chains: millions * 1_000_000 / 20) { event in
      batch.append(event)
      count += 1
      guard batch.count == 1000 else { return }
      _ = update(&state, .events(batch))
      batch.removeAll(keepingCapacity: true)
      guard count % 1_000_000 == 0, let run = state.run else { return }
      _ = view(state)
      Terminal.print(
        "\(count / 1_000_000) M events: \(residentBytes() >> 20) MiB, \(run.history.bytes >> 20) told, "
          + "\(run.graph.promises.count) of \(run.graph.counts.total) promises, "
          + "\(run.history.count) events, \((Clock.processor.now - begin) / 1_000_000) ms")
    }
  }
}
