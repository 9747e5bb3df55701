/// What becomes of a program that is built and run whenever it is saved.
package enum WatchNews: Hashable, Sendable {
  /// The program is about to be built for the first time.
  case begun(DemoEntry)
  /// It has been in the making for so many seconds: `building`, and how far that is.
  case busy(with: String, seconds: Int, step: String)
  /// It was run, and in the end maybe something went wrong.
  case ran(Recording, remark: String, Trouble?)
  /// There is no new run.
  case failed(Trouble)
}

/// How far a program that is watched is, beside the run that is shown.
package struct Watching: Hashable, Sendable {
  /// What is being done, for how long, and how far it is; nothing while nothing is done.
  var activity: String?
  /// What went wrong the last time.
  package internal(set) var trouble: Trouble?
  /// The run that is shown is of an earlier version of the program.
  var isStale = false
}
