import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport

/// A program of several fragments, in a random order and under a random schedule, and its warnings.
struct SeededProgram {
  /// A warning, by its lint and the fragment that it is about.
  struct Telling: Hashable {
    var lint: String
    var fragment: Int
  }

  let fragments: [Fragment]
  private(set) var told: Set<Telling> = []

  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let all =
      Fragment.mistakes.shuffled(using: &random).prefix(3)
      + Fragment.nearMisses.shuffled(using: &random).prefix(5)
    fragments = all.shuffled(using: &random)
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], chooser: random.fork().chooser)
    let tags = fragments.indices.map {
      Tag(number: $0, delay: .milliseconds(1 + random.below(40)))
    }
    simulation.start { for (fragment, tag) in zip(fragments, tags) { fragment.begin(tag) } }
    simulation.run()
    var state = RunState()
    for event in recorder.events { state.apply(event) }
    for warning in Array(state.warnings) + state.warningsAtEnd {
      // A job without a promise is named by its queue.
      guard let promise = warning.promises.first, let label = state.graph[promise]?.creation.label,
        let number = Int(label.prefix { $0 != ":" })
      else { continue }
      if fragments[number].also.contains(warning.lint) { continue }
      told.insert(Telling(lint: warning.lint, fragment: number))
    }
    withExtendedLifetime(tags) {}
  }

  /// The expected warnings, from how the fragments are written.
  var expected: Set<Telling> {
    Set(
      fragments.enumerated().compactMap { number, fragment in
        fragment.lint.map { Telling(lint: $0, fragment: number) }
      })
  }
}
