import Dispatch
import PromiseScreens
import PromiseSystem

/// Runs the interface on a separate thread, and leaves the main thread to Dispatch, so that the
/// main queue is free for demos on real queues.
enum Interface {
  /// What is shown first.
  enum Start: Hashable, Sendable {
    /// The list of the demos.
    case picker
    /// A demo, by name.
    case demo(String)
    /// The exploration of a demo, by name.
    case exploration(String)
    /// Two runs side by side.
    case comparison(RunComparison)
    /// All demos, one after another.
    case tour(Tour)
    /// A demo with its lesson, by name.
    case lesson(String)
    /// Questions about these demos.
    case quiz([String])

    /// Whether it can be narrated line by line: a list, or one run.
    var canBeNarrated: Bool {
      switch self {
      case .picker, .demo: true
      case .exploration, .comparison, .tour, .lesson, .quiz: false
      }
    }

    /// Whether a summary is printed when the screen is left.
    var printsSummary: Bool {
      switch self {
      case .exploration, .quiz: true
      case .picker, .demo, .comparison, .tour, .lesson: false
      }
    }
  }

  /// Shows a run, or the list of demos, on a surface until the user leaves, and ends the process
  /// with the corresponding status.
  ///
  /// - Throws: Why the screen cannot be shown, before anything is changed.
  static func run(
    on surface: () throws(StartFailure) -> any Surface, opening: Start,
    state: (Size) -> State, demos: any RunSource, answers: AnswerLog? = nil,
    keeper: Keeper? = nil, notice: String? = nil
  ) throws(StartFailure) -> Never {
    guard let pipe = WakePipe() else { throw .failed }
    Signals.forward(to: pipe)
    let terminal: any Surface
    do {
      terminal = try surface()
    } catch {
      Signals.release()
      throw error
    }
    let loop = InterfaceLoop(
      state: state(terminal.currentSize()), terminal: terminal, pipe: pipe,
      demos: demos, answers: answers, keeper: keeper, notice: notice)
    let began = startThread {
      let departure = loop.run(opening: opening)
      end(
        departure, terminal, saying: opening.printsSummary ? loop.summary : nil, loop.exitReport)
    }
    guard began else {
      terminal.end()
      Signals.release()
      throw .failed
    }
    dispatchMain()
  }

  /// Restores the terminal first, so that messages appear on the user's own screen.
  private static func end(
    _ departure: InterfaceLoop.Departure, _ terminal: any Surface, saying summary: String?,
    _ exitReport: ExitReport
  ) -> Never {
    terminal.end()
    if let text = exitReport.report ?? summary.map({ $0 + "\n" }), !text.isEmpty {
      Output.emit(text)
    }
    for sentence in exitReport.sentences { Output.printError(sentence) }
    switch departure {
    case .quit: exit(exitReport.status)
    case .inputEnded:
      Output.printError("standard input has ended")
      exit(exitReport.status)
    case .signal(let number): Signals.terminate(by: number)
    }
  }
}
