import PromiseGraph
import PromiseKitLite
import PromiseSimulation

extension Exploration {
  /// One line of the description of a run: what happened, or what was chosen.
  ///
  /// ```swift
  /// func starts(in difference: Exploration.Difference) -> [String] {
  ///   difference.failingLines.filter { $0.kind == .start }.map(\.text)
  /// }
  /// ```
  public struct RunLine: Hashable, Sendable {
    /// The subject of a line.
    ///
    /// ```swift
    /// let places: [Exploration.RunLine.Kind] = [.choice, .decisiveChoice]
    /// ```
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
      /// Several steps were possible, and one was chosen.
      case choice
      /// The choice that makes the difference.
      case decisiveChoice
      /// A timer fired.
      case timer
      /// A handler or another job started.
      case start
      /// A job ended at a later time than it started.
      case end
      /// The program wrote a note.
      case note
      /// A job began to wait.
      case wait
      /// A handler started or a note was written, while the other run did something else.
      case parting
    }

    /// The virtual time, in nanoseconds.
    public let time: Int64
    /// The label of the queue on which it happened; `nil` outside of all queues.
    public let queue: String?
    /// The subject of the line.
    public let kind: Kind
    /// The text: `save`, `timer of login`, `[save on main] or prepare on main`.
    public let text: String
    /// The number of the event that it describes.
    public let event: Int

    /// Creates a line.
    package init(time: Int64, queue: String?, kind: Kind, text: String, event: Int) {
      (self.time, self.queue, self.kind) = (time, queue, kind)
      (self.text, self.event) = (text, event)
    }
  }
}

extension ScheduledRun {
  /// Returns the run as lines of text, one for each thing that happened; the choice at `decisive`
  /// is marked.
  func lines(decisive: Int? = nil, language: Language = .english) -> [RunLine] {
    let graph = Graph(events)
    var choices = 0
    var starts: [JobID: Int64] = [:]
    return events.compactMap { event in
      func line(_ kind: RunLine.Kind, _ text: String) -> RunLine {
        RunLine(
          time: event.time, queue: event.queue.map(graph.queueLabel), kind: kind, text: text,
          event: event.sequence)
      }
      switch event.kind {
      case .choiceMade(let chosen, let options):
        defer { choices += 1 }
        return line(
          choices == decisive ? .decisiveChoice : .choice,
          graph.text(of: options, chosen: chosen, language))
      case .timerFired(let timer, _):
        return line(.timer, language.text("timer of \(graph.shortName(of: timer))"))
      case .jobStarted(let job, _, _):
        starts[job] = event.time
        return line(.start, graph.shortName(of: job))
      case .jobEnded(let job, _, _, _):
        guard let start = starts[job], start < event.time else { return nil }
        return line(.end, language.text("end of \(graph.shortName(of: job))"))
      case .note(let text): return line(.note, text)
      case .waitBegan(let promise, _, _, _):
        return line(.wait, language.text("waits for \(graph.shortName(of: promise))"))
      case .awaitBegan(let promise, _, _):
        return line(.wait, language.text("a task awaits \(graph.shortName(of: promise))"))
      default: return nil
      }
    }
  }
}

extension Graph {
  /// `[save on main] or prepare on main`
  fileprivate func text(
    of options: [PromiseEvent.Choice], chosen: Int, _ language: Language
  ) -> String {
    options.enumerated()
      .map {
        let name = shortName(of: $1, language: language)
        return $0 == chosen ? "[\(name)]" : name
      }
      .joined(separator: language.text(" or "))
  }
}
