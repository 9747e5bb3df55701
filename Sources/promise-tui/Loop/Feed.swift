import PromiseCourse
import PromiseExploration
import PromiseScreens
import PromiseSimulation
import Synchronization

/// What a demo's events come from: a simulation that is stepped, or real queues.
///
/// A feed answers through the ``MessageSender`` that it was opened with: first `opened`, then `events` as
/// they happen, at the end `finished`. Its methods return at once.
protocol Feed: Sendable {
  /// Runs the next job, where jobs wait to be told.
  func runNextJob()
  /// Ends the program that runs, where it is ours; its end is told when it comes.
  func endProgram()
  /// Gives the run up.
  func close()
  /// What is to be said when the screens are left, after ``close()``, and the exit status that comes of it.
  var farewell: ExitReport { get }
}

extension Feed {
  /// What runs by itself, or has run, is not told when to go on.
  func runNextJob() {}
  /// Nothing is ours to end.
  func endProgram() {}
  /// Nothing is to be said.
  var farewell: ExitReport { ExitReport() }
}

/// A run that nobody can do anything about: what happens in it comes by itself.
struct PassiveFeed: Feed {
  var farewell = ExitReport()

  /// Nobody listens to it any more.
  func close() {}
}

/// A run that is read on a thread of its own, so that keys are heard meanwhile.
final class ReadingFeed: Feed {
  /// Where what is read goes.
  let outlet: MessageSender
  private let stop: WakePipe
  private let state = Mutex(ExitReport())

  /// Begins to `read`; none where the system has no room for it.
  init?(_ outlet: MessageSender, read: @escaping (ReadingFeed) -> Void) {
    guard let stop = WakePipe() else { return nil }
    (self.outlet, self.stop) = (outlet, stop)
    guard startThread({ read(self) }) else { return nil }
  }

  /// Waits until something can be read; false where nobody looks any more.
  func wait(for descriptor: Int32) -> Bool { !waitToRead([stopped, descriptor])[0] }

  /// Becomes readable when nobody looks any more.
  var stopped: Int32 { stop.reading }

  var farewell: ExitReport {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Reads no more.
  func close() { stop.wake() }
}

/// What a run leaves behind when the screens are left.
struct ExitReport: Hashable, Sendable {
  /// The exit status.
  var status: Int32 = 0
  /// A line each on standard error.
  var sentences: [String] = []
  /// What is printed in place of the line that the screens have for it; nothing where it is empty.
  var report: String?
}

/// What the screens ask of whoever has the demos.
struct Opening: Sendable {
  /// The demo's name.
  var demo: String
  /// The choices of the run; its own, where none are given.
  var schedule: Schedule?
  /// How far it is to have run when it is opened.
  var place: Effect.Place?
  /// What is otherwise in it by hand; what was said on the command line, where none is given.
  var changes: [Override]?
}

/// What finds out what can come out of a program.
///
/// It answers by ``Message/explored(_:)`` or ``Message/repeated(_:)`` as it goes on.
protocol OutcomeFeed: Sendable {
  /// Compares an outcome, by its place, with the one that differs least; answers by
  /// ``Message/compared(outcome:_:)``.
  func compare(outcome: Int)
  /// Gives it up.
  func close()
  /// What is left to say, once it is closed.
  var farewell: ExitReport { get }
  /// `^C` is felt as an interruption now, and ends the program as one.
  var isInterrupted: Bool { get }
}

extension OutcomeFeed {
  /// Nothing.
  var farewell: ExitReport { ExitReport() }
  /// It is one way of leaving.
  var isInterrupted: Bool { false }
}

/// The demos, as the interface opens and explores them.
protocol RunSource: Sendable {
  /// A run of a demo; none where there is no such demo.
  func open(_ opening: Opening, _ outlet: MessageSender) -> (any Feed)?
  /// What can come out of a demo or program: its schedules, or its runs, are tried. None where there is no
  /// such demo, or only one run of it.
  func explore(_ demo: String, _ outlet: MessageSender) -> (any OutcomeFeed)?
  /// Looks among the schedules of a demo for another order of two handlers, and answers by
  /// ``Message/orderFound(_:_:)``, soon but not at once.
  func findOrder(_ demo: String, _ request: OrderRequest, _ outlet: MessageSender)
  /// Looks for the lengths of a timer or job at which something else comes out, and answers by
  /// ``Message/criticalFound(_:_:)``, soon but not at once.
  func findCritical(_ demo: String, _ request: CriticalRequest, _ outlet: MessageSender)
  /// Makes questions about a demo, and answers by ``Message/quizPrepared(_:)``, soon but not at once.
  func prepareQuiz(_ demo: String, _ outlet: MessageSender)
}

extension RunSource {
  // A run that is over, or goes by itself, has one schedule.
  func findOrder(_ demo: String, _ request: OrderRequest, _ outlet: MessageSender) {}
  func findCritical(_ demo: String, _ request: CriticalRequest, _ outlet: MessageSender) {}
  /// A run that is over, or goes by itself, has one schedule.
  func explore(_ demo: String, _ outlet: MessageSender) -> (any OutcomeFeed)? { nil }
  /// Nothing is asked about what cannot be run again.
  func prepareQuiz(_ demo: String, _ outlet: MessageSender) {
    outlet.post(.quizPrepared(QuizSheet(demo: demo, events: [], questions: [])))
  }
}

/// A program, or the trace of one, in the place of the demos.
struct ProgramSource: RunSource {
  /// Begins its run.
  let begin: @Sendable (MessageSender) -> (any Feed)?

  func open(_ opening: Opening, _ outlet: MessageSender) -> (any Feed)? { begin(outlet) }
}
