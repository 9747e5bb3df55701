import PromiseScreens

/// What came of building and running a package once.
enum Making: Hashable, Sendable {
  /// It ran; in the end something may have gone wrong.
  case ran(Recording, Trouble?)
  /// There is no run.
  case failed(Trouble)
  /// It was given up: something was saved meanwhile, or nobody looks any more.
  case interrupted(Attention.Call)
}

/// How far it is: what is done, since when, and what the build says.
typealias MakingProgress = (_ work: String, _ seconds: Int, _ step: String) -> Void
