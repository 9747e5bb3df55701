package import PromiseCourse
package import PromiseEvents
package import PromiseExploration
package import PromiseGraph
package import PromiseSimulation

/// What can happen to the screens from outside.
package enum Message: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse did something.
  case mouse(Mouse)
  /// A text was pasted: it goes into a prompt, and is no keys.
  case paste(String)
  /// The terminal has this size now.
  case resize(Size)
  /// A demo is ready to run. `prediction` are the events of the same run to its end, computed ahead
  /// by a second simulation; empty where there is none. `events` have happened already. `token` names
  /// some schedule of the same scenario; without one its schedules have no names. `changes` are what is
  /// otherwise in it by hand.
  case opened(
    RunDescriptor, real: Bool, prediction: [PromiseEvent], events: [PromiseEvent] = [],
    token: ScheduleToken? = nil, changes: [Override] = [])
  /// A run that is over is shown; where one of the same name is open, at the same step.
  case recorded(Recording)
  /// A program that runs by itself begins to tell: its events come as they happen, and the newest is
  /// followed. It takes the place of the one before.
  case began(LiveProgram)
  /// The texts of files that promises were made in and that no event tells.
  case sources([SourceText])
  /// What the program has printed, in order.
  case printed([PrintedLine])
  /// How the program has ended; nothing more will come.
  case programEnded(ProgramEnding)
  /// What is being done before there is something to see, and how far it is: before the keys in the
  /// footer, until it is empty.
  case progress(String)
  /// What has become of a program that is watched.
  case watched(WatchNews)
  /// More of the run, in order.
  case events([PromiseEvent])
  /// The run is over: there is nothing more to come.
  case finished
  /// What an exploration has found so far, or, by its coverage, in the end.
  case explored(Exploration)
  /// What a program that is run again and again has come to so far, or, by its progress, in the end.
  case repeated(Repetition)
  /// How an outcome of the exploration, by its place, differs from the nearest other one; none where
  /// there is no other.
  case compared(outcome: Int, Comparison?)
  /// What the schedules say of the order of two handlers.
  case orderFound(OrderRequest, OrderAnswer)
  /// The questions about a demo are made; none where nothing can be asked.
  case quizPrepared(QuizSheet)
  /// At which lengths of a timer or job something else comes out.
  case criticalFound(CriticalRequest, CriticalValues)
  /// It is `now`, in nanoseconds on any clock that only goes forward.
  case tick(now: Int64)
  /// Something to say in the footer.
  case notice(String)
}

/// What an update asks of the program around it.
package enum Effect: Hashable, Sendable {
  /// Prepare the demo of this name; answered by ``Message/opened(_:real:prediction:events:token:changes:)``.
  /// With a schedule it is simulated by that one, and has run as far as `place` when it is answered. The
  /// run that is open is kept beneath it, if it is to lie `over` that one, else given up.
  /// With `changedBy` it is simulated with these things otherwise; else with those of the command line.
  case open(
    demo: String, by: Schedule? = nil, to: Place? = nil, over: Bool = false,
    changedBy: [Override]? = nil)
  /// Give the running demo up; one that was kept beneath it goes on.
  case closeDemo
  /// Explore the schedules of the demo of this name; answered by ``Message/explored(_:)``, again and
  /// again while it goes on.
  case explore(demo: String)
  /// Compare an outcome of the exploration with the one that differs least; answered by
  /// ``Message/compared(outcome:_:)``.
  case compare(outcome: Int)
  /// Look for a schedule of a demo in which two handlers run the other way round; answered by
  /// ``Message/orderFound(_:_:)``.
  case findOrder(demo: String, OrderRequest)
  /// Run a demo in several orders and make questions of that; answered by ``Message/quizPrepared(_:)``.
  case prepareQuiz(demo: String)
  /// A question is on the screen now; it was answered.
  case askedQuestion, answeredQuestion(QuizRecord)
  /// The quiz is over.
  case endQuiz
  /// Look for the lengths of a timer or job at which something else comes out; answered by
  /// ``Message/criticalFound(_:_:)``.
  case findCritical(demo: String, CriticalRequest)
  /// Give the exploration up.
  case stopExploring
  /// Run the next real job of a simulated demo; answered by ``Message/events(_:)`` or, where nothing
  /// is left to run, ``Message/finished``.
  case runNextJob
  /// Send ``Message/tick(now:)`` at this time, not before. Only the latest request counts.
  case tick(at: Int64)
  /// Give this text to the clipboard; answered by ``Message/notice(_:)``, which says what was done.
  case copy(String)
  /// Write the run that is open to a file; answered by ``Message/notice(_:)``, which says where it is.
  case export(ExportRequest)
  /// End the program that is shown; answered by ``Message/programEnded(_:)``.
  case endProgram
  /// Leave.
  case quit
  /// Stop the program until the shell resumes it.
  case suspend
  /// Draw everything anew, whatever the terminal shows.
  case redraw

  /// A place in a run.
  package enum Place: Hashable, Sendable {
    /// An event, by its number.
    case event(Int)
    /// A choice, counted from 0.
    case choice(Int)
    /// The last event up to a time.
    case time(Int64)
  }
}

/// What becomes of a program that is built and run whenever it is saved.
package enum WatchNews: Hashable, Sendable {
  /// The program is about to be built for the first time.
  case begun(RunDescriptor)
  /// It has been in the making for so many seconds: `building`, and how far that is.
  case busy(with: String, seconds: Int, step: String)
  /// It was run, and in the end maybe something went wrong.
  case ran(Recording, remark: String, BuildFailure?)
  /// There is no new run.
  case failed(BuildFailure)
}

/// How far a program that is watched is, beside the run that is shown.
package struct WatchState: Hashable, Sendable {
  /// What is being done, for how long, and how far it is; nothing while nothing is done.
  var activity: String?
  /// What went wrong the last time.
  package internal(set) var trouble: BuildFailure?
  /// The run that is shown is of an earlier version of the program.
  var isStale = false
}
