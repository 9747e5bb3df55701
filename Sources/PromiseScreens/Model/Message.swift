package import PromiseCourse
package import PromiseExploration
package import PromiseGraph
package import PromiseKitLite
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
    DemoEntry, real: Bool, prediction: [PromiseEvent], events: [PromiseEvent] = [],
    token: ScheduleToken? = nil, changes: [Intervention] = [])
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
