package import PromiseCourse
import PromiseExploration
package import PromiseSimulation

/// What an update asks of the program around it.
package enum Effect: Hashable, Sendable {
  /// Prepare the demo of this name; answered by ``Message/opened(_:real:prediction:events:token:changes:)``.
  /// With a schedule it is simulated by that one, and has run as far as `place` when it is answered. The
  /// run that is open is kept beneath it, if it is to lie `over` that one, else given up.
  /// With `changedBy` it is simulated with these things otherwise; else with those of the command line.
  case open(
    demo: String, by: Schedule? = nil, to: Place? = nil, over: Bool = false,
    changedBy: [Intervention]? = nil)
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
