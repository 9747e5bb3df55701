package import PromiseCourse
package import PromiseEvents
package import PromiseExploration
package import PromiseGraph
package import PromiseInsight
package import PromiseSimulation

/// An input to the screens.
package enum Message: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse did something.
  case mouse(Mouse)
  /// Text was pasted: it goes into a prompt, and is never read as keys.
  case paste(String)
  /// The terminal was resized.
  case resize(Size)
  /// A demo is ready to run. `prediction` contains the events of the same run to its end, computed ahead by
  /// a second simulation; it is empty if there is none. `events` have already happened. `token` names some
  /// schedule of the same scenario; without one its schedules have no names. `changes` were made by hand.
  case opened(
    RunDescriptor, real: Bool, prediction: [PromiseEvent], events: [PromiseEvent] = [],
    token: ScheduleToken? = nil, changes: [Override] = [])
  /// A finished run is shown; if one of the same name is open, at the same step.
  case recorded(Recording)
  /// A live program starts: its events arrive as they happen, and the playhead follows the newest. It
  /// replaces the previous run.
  case began(LiveProgram)
  /// The texts of source files that are not in the events.
  case sources([SourceText])
  /// Node has run the script of the demo of this name.
  case ranScript(demo: String, DemoScript)
  /// Lines that the program printed, in order.
  case printed([PrintedLine])
  /// How the program ended; no more events follow.
  case programEnded(ProgramEnding)
  /// The current activity and its progress, shown before the keys in the footer until it is empty.
  case progress(String)
  /// News of the watched program.
  case watched(WatchNews)
  /// More events of the run, in order.
  case events([PromiseEvent])
  /// The run has ended: no more events follow.
  case finished
  /// What an exploration has found; its coverage says whether it is complete.
  case explored(Exploration)
  /// The outcomes of a program that is run repeatedly; its progress says whether it is complete.
  case repeated(Repetition)
  /// How the outcome at an index differs from the most similar other one; `nil` if there is no other.
  case compared(outcome: Int, Comparison?)
  /// Whether two handlers run in the other order in some schedule.
  case orderFound(OrderRequest, OrderAnswer)
  /// What the list shows about the run of a demo; `nil` if there is no such demo.
  case previewed(demo: String, DemoPreview?)
  /// The questions about a demo are ready; there may be none.
  case quizPrepared(QuizSheet)
  /// The lengths of a timer or job at which the outcome changes.
  case criticalFound(CriticalRequest, CriticalValues)
  /// The open demo beside its run by the rules of another library.
  case dialectsCompared(RunComparison)
  /// The time is `now`, in nanoseconds on any monotonic clock.
  case tick(now: Int64)
  /// A notice for the footer.
  case notice(String)
  /// Frames reach the terminal too slowly for anything to move.
  case slowTerminal
}

/// What an update requests from the program around it.
package enum Effect: Hashable, Sendable {
  /// Prepare the demo of this name; answered by ``Message/opened(_:real:prediction:events:token:changes:)``.
  /// With a schedule it is simulated by that one, and has run as far as `place` when the answer arrives.
  /// If `over` is `true`, the open run is kept beneath it; otherwise it is dropped. `changedBy` replaces the
  /// changes of the command line.
  case open(
    demo: String, by: Schedule? = nil, to: Place? = nil, over: Bool = false,
    changedBy: [Override]? = nil)
  /// Close the open demo; one that was kept beneath it continues.
  case closeDemo
  /// Explore the schedules of the demo of this name; answered repeatedly by ``Message/explored(_:)``.
  case explore(demo: String)
  /// Compare an outcome of the exploration with the most similar other one; answered by
  /// ``Message/compared(outcome:_:)``.
  case compare(outcome: Int)
  /// Look for a schedule of a demo in which two handlers run in the other order; answered by
  /// ``Message/orderFound(_:_:)``.
  case findOrder(demo: String, OrderRequest)
  /// Simulate a demo for the list; answered by ``Message/previewed(demo:_:)``. Its questions are counted as
  /// well if they are asked for.
  case preview(demo: String, countsQuestions: Bool)
  /// Run a demo in several orders and prepare questions; answered by ``Message/quizPrepared(_:)``.
  case prepareQuiz(demo: String)
  /// A question is on the screen; it was answered.
  case askedQuestion, answeredQuestion(QuizRecord)
  /// The quiz has ended.
  case endQuiz
  /// Keep this for the next start of the program.
  case keepProgress(CourseProgress)
  /// Look for the lengths of a timer or job at which the outcome changes; answered by
  /// ``Message/criticalFound(_:_:)``.
  case findCritical(demo: String, CriticalRequest)
  /// Run a demo by the rules of another library; answered by ``Message/dialectsCompared(_:)``.
  case compareDialects(demo: String)
  /// Stop the exploration.
  case stopExploring
  /// Run the next job of a simulated demo; answered by ``Message/events(_:)`` or, if nothing is left to
  /// run, by ``Message/finished``.
  case runNextJob
  /// Ask the gate of the live program for something; answered by its events, or by
  /// ``Message/notice(_:)`` if it refuses.
  case gate(GateOrder)
  /// Send ``Message/tick(now:)`` at this time, not earlier. Only the latest request counts.
  case tick(at: Int64)
  /// Copy this text to the clipboard; answered by ``Message/notice(_:)``.
  case copy(String)
  /// Write the open run to a file; answered by ``Message/notice(_:)``, which names the file.
  case export(ExportRequest)
  /// End the live program; answered by ``Message/programEnded(_:)``.
  case endProgram
  /// Quit.
  case quit
  /// Stop the program until the shell resumes it.
  case suspend
  /// Redraw the whole screen.
  case redraw

  /// What the user asks the gate of a program for.
  package enum GateOrder: Hashable, Sendable {
    /// Close the gate, or open it.
    case close, open
    /// Let the next job start, or the next job of each queue.
    case step, turn
    /// Let a job that can start do so, or a timer fire.
    case start(JobID)
    case fire(TimerID)
    /// Close the gate for a reason that the screen knows, such as a warning.
    case stop(String)
    /// Set the breakpoints, which are kept with the program.
    case breakpoints([Breakpoint])
  }

  /// A place in a run.
  package enum Place: Hashable, Sendable {
    /// An event, by its number.
    case event(Int)
    /// A choice, counted from 0.
    case choice(Int)
    /// A time, and the last event up to it.
    case time(Int64)
  }
}

/// A request to export a run: the format, and the part of the run.
package struct ExportRequest: Hashable, Sendable {
  package var format: ExportFormat
  package var range: ExportRange
  /// The size and the signs of the screen, for formats that draw it.
  package var size: Size
  package var glyphs: GlyphSet
  /// The name of the file, without its extension.
  package var name: String
}

extension Effect.Place: ExpressibleByIntegerLiteral {
  /// The event of that number.
  package init(integerLiteral number: Int) { self = .event(number) }
}

/// News of a program that is built and run whenever a file is saved.
package enum WatchNews: Hashable, Sendable {
  /// The program is about to be built for the first time.
  case begun(RunDescriptor)
  /// An activity such as `building`, how long it has taken, its progress, and the last lines of its output.
  /// It is sent several times a second.
  case busy(with: String, seconds: Int, step: String, printed: [String] = [])
  /// It was run; the failure is set if something went wrong.
  case ran(Recording, remark: String, BuildFailure?)
  /// There is no new run.
  case failed(BuildFailure)
}

/// The state of a watched program, beside the run on the screen.
package struct WatchState: Hashable, Sendable {
  /// The current activity, its duration and progress; `nil` while idle.
  var activity: String?
  /// How often the activity was reported, which turns the sign in front of it.
  var beats = 0
  /// The last failure.
  package internal(set) var trouble: BuildFailure?
  /// Whether the run on the screen is of an earlier version of the program.
  var isStale = false

  /// The sign in front of the activity: it turns as long as there are reports.
  var spinner: Character { Array("|/-\\")[beats % 4] }
}
