package import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
package import PromiseSimulation

/// A program that is run by the rules of several dialects.
package struct DialectProgram: Sendable {
  /// The name on the command line.
  package let name: String
  /// What the program does, in one line.
  package let title: String
  /// The queues of the simulated machine.
  package let queues: [SimulatedQueue]
  /// Whether the order lists the handlers, in addition to the notes.
  package let showsHandlers: Bool
  /// Whether the order lists the errors that are reported as unhandled.
  package let showsErrors: Bool
  private let begin: @Sendable (Dialect) -> any Sendable

  /// Creates a program whose main function is `begin`, which returns what is kept until the run ends.
  package init(
    name: String, title: String, queues: [SimulatedQueue] = [], showsHandlers: Bool = true,
    showsErrors: Bool = true, begin: @escaping @Sendable (Dialect) -> any Sendable
  ) {
    self.name = name
    self.title = title
    self.queues = queues
    self.showsHandlers = showsHandlers
    self.showsErrors = showsErrors
    self.begin = begin
  }

  /// Runs the program in a simulation that follows the rules of `dialect`, and returns the events.
  package func events(as dialect: Dialect, steps: Int = 10_000) -> [PromiseEvent] {
    let observer = RecordingObserver()
    let simulation = Simulation(
      observers: [observer], queues: queues, overrides: nil, dialect: dialect)
    _ = Simulation.onSpareThread { [begin] in
      var kept: (any Sendable)?
      simulation.start { kept = begin(dialect) }
      simulation.run(steps: steps)
      withExtendedLifetime(kept) {}
    }
    return observer.events
  }

  /// Returns the order of a run by the rules of `dialect`: handlers and notes, and where an error
  /// was reported as unhandled.
  package func order(as dialect: Dialect) -> [String] {
    let events = events(as: dialect)
    var lines: [(sequence: Int, text: String)] = []
    for step in HandlerOrder(events, times: false).steps where showsHandlers || step.isNote {
      // A handler that notes its own name.
      if step.isNote, lines.last?.text == step.name { continue }
      lines.append((step.sequence, step.name))
    }
    lines += events.compactMap { event in
      if showsErrors, case .errorUnhandled(_, _, let error) = event.kind {
        (event.sequence, "unhandled: \(error)")
      } else {
        nil
      }
    }
    return lines.sorted { $0.sequence < $1.sequence }.map(\.text)
  }
}

/// What is known about the order of a program in a dialect.
package enum DialectOrder: Hashable, Sendable {
  /// The order by the rules of the dialect.
  case lines([String])
  /// The order depends on rules of the dialect that are not known.
  case unknown([Dialect.Rule])
  /// The library has nothing like it, for this reason.
  case absent(String)

  /// The lines, if they are known.
  package var lines: [String]? {
    if case .lines(let lines) = self { lines } else { nil }
  }
}

extension DialectProgram {
  /// Returns the order in `dialect`, unless it depends on a rule whose answer is unknown: then a run
  /// with another answer differs.
  package func knownOrder(as dialect: Dialect) -> DialectOrder {
    let order = order(as: dialect)
    let deciding = dialect.unknownRules.filter { rule in
      rule.answers.contains { answer in
        guard answer != rule.standard else { return false }
        var other = dialect
        other[rule] = Dialect.Cell(answer: answer, evidence: "")
        return self.order(as: other) != order
      }
    }
    return deciding.isEmpty ? .lines(order) : .unknown(deciding)
  }

  /// Returns the rules that decide why the order in `dialect` is not that in `other`: those that
  /// change the order of either if they alone are taken from the other dialect.
  package func decidingRules(from dialect: Dialect, to other: Dialect) -> [Dialect.Rule] {
    let rules = dialect.differences(from: other)
    let (first, second) = (order(as: dialect), order(as: other))
    let deciding = rules.filter { rule in
      order(as: dialect.taking(rule, from: other)) != first
        || order(as: other.taking(rule, from: dialect)) != second
    }
    // No rule does it alone: then all that differ do it together.
    return deciding.isEmpty && first != second ? rules : deciding
  }
}
