import PromiseCourse
import PromiseExploration
import PromiseScreens
import PromiseSimulation
import Synchronization

/// Where a run's events come from: a simulation that is stepped, real queues, or another program.
///
/// A feed answers through the ``MessageSender`` that it was opened with: first `opened`, then
/// `events` as they happen, and finally `finished`. Its methods return immediately.
protocol Feed: Sendable {
  /// Runs the next job, if jobs wait for that.
  func runNextJob()
  /// Asks the gate of the program for something, if it has one.
  func order(_ order: Effect.GateOrder)
  /// Ends the running program, if it is ours; its end is reported when it happens.
  func endProgram()
  /// Closes the run.
  func close()
  /// The messages to print after ``close()``, when the screen is left, and the exit status.
  var exitReport: ExitReport { get }
}

extension Feed {
  /// Does nothing: what runs by itself, or has run, needs no stepping.
  func runNextJob() {}
  /// Does nothing: there is no gate.
  func order(_ order: Effect.GateOrder) {}
  /// Does nothing: there is no program to end.
  func endProgram() {}
  /// Reports nothing.
  var exitReport: ExitReport { ExitReport() }
}

/// A run that cannot be influenced: its events arrive by themselves.
struct PassiveFeed: Feed {
  var exitReport = ExitReport()

  /// Does nothing: no one waits for it.
  func close() {}
}

/// A run that is read on a separate thread, so that keys are handled meanwhile.
final class ReadingFeed: Feed {
  /// The destination of what is read.
  let sender: MessageSender
  private let stop: WakePipe
  private let state = Mutex(ExitReport())

  /// Starts calling `read` on a new thread; `nil` if the system has no resources for it.
  init?(_ sender: MessageSender, read: @escaping (ReadingFeed) -> Void) {
    guard let stop = WakePipe() else { return nil }
    (self.sender, self.stop) = (sender, stop)
    guard startThread({ read(self) }) else { return nil }
  }

  /// Waits until something can be read; returns `false` if the screen is closed.
  func wait(for descriptor: Int32) -> Bool { !waitToRead([stopped, descriptor])[0] }

  /// Becomes readable when the screen is closed.
  var stopped: Int32 { stop.reading }

  var exitReport: ExitReport {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Stops reading.
  func close() { stop.wake() }
}

/// What a run reports when the screen is left.
struct ExitReport: Hashable, Sendable {
  /// The exit status.
  var status: Int32 = 0
  /// The messages for standard error, one line each.
  var sentences: [String] = []
  /// What is printed instead of the screen's own summary; empty to print nothing.
  var report: String?
}

/// What the screen asks a source to open.
struct Opening: Sendable {
  /// The demo's name.
  var demo: String
  /// The choices of the run; `nil` for its own.
  var schedule: Schedule?
  /// How far the run has advanced when it opens.
  var place: Effect.Place?
  /// The what-if changes; `nil` for those of the command line.
  var changes: [Override]?
}

/// Determines the outcomes of a program.
///
/// It answers with ``Message/explored(_:)`` or ``Message/repeated(_:)`` as it goes on.
protocol OutcomeFeed: Sendable {
  /// Compares an outcome, given by its index, with the one that differs least; answers with
  /// ``Message/compared(outcome:_:)``.
  func compare(outcome: Int)
  /// Stops the search.
  func close()
  /// The messages to print, after it is closed.
  var exitReport: ExitReport { get }
  /// Whether `^C` interrupts the program at this moment, rather than just leaving the screen.
  var isInterrupted: Bool { get }
}

extension OutcomeFeed {
  /// Reports nothing.
  var exitReport: ExitReport { ExitReport() }
  /// `^C` is just one way of leaving.
  var isInterrupted: Bool { false }
}

/// The source of runs that the interface opens and explores.
protocol RunSource: Sendable {
  /// Opens a run of a demo; `nil` if there is no such demo.
  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)?
  /// Tries the schedules or runs of a demo or program to find its outcomes. `nil` if there is no
  /// such demo, or it has only one run.
  func explore(_ demo: String, _ sender: MessageSender) -> (any OutcomeFeed)?
  /// Searches the schedules of a demo for another order of two handlers, and answers later with
  /// ``Message/orderFound(_:_:)``.
  func findOrder(_ demo: String, _ request: OrderRequest, _ sender: MessageSender)
  /// Searches for the lengths of a timer or job at which the outcome changes, and answers later
  /// with ``Message/criticalFound(_:_:)``.
  func findCritical(_ demo: String, _ request: CriticalRequest, _ sender: MessageSender)
  /// Simulates a demo for the list, and answers later with ``Message/previewed(demo:_:)``.
  func preview(_ demo: String, countsQuestions: Bool, _ sender: MessageSender)
  /// Runs a demo by the rules of another library, and answers later with
  /// ``Message/dialectsCompared(_:)``.
  func compareDialects(_ demo: String, _ sender: MessageSender)
  /// What is reported when the screen is left while no run is open.
  var exitReport: ExitReport { get }
  /// Generates questions about a demo, and answers later with ``Message/quizPrepared(_:)``.
  func prepareQuiz(_ demo: String, _ sender: MessageSender)
}

extension RunSource {
  /// Reports nothing.
  var exitReport: ExitReport { ExitReport() }
  // A recorded run, or one that runs by itself, has only one schedule.
  func findOrder(_ demo: String, _ request: OrderRequest, _ sender: MessageSender) {}
  func findCritical(_ demo: String, _ request: CriticalRequest, _ sender: MessageSender) {}
  func compareDialects(_ demo: String, _ sender: MessageSender) {}
  func preview(_ demo: String, countsQuestions: Bool, _ sender: MessageSender) {
    sender.post(.previewed(demo: demo, nil))
  }
  /// A recorded run, or one that runs by itself, has only one schedule.
  func explore(_ demo: String, _ sender: MessageSender) -> (any OutcomeFeed)? { nil }
  /// A run that cannot be repeated has no questions.
  func prepareQuiz(_ demo: String, _ sender: MessageSender) {
    sender.post(.quizPrepared(QuizSheet(demo: demo, events: [], questions: [])))
  }
}

/// A program, or its trace, instead of the demos.
struct ProgramSource: RunSource {
  /// Begins its run.
  let begin: @Sendable (MessageSender) -> (any Feed)?

  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)? { begin(sender) }
}
