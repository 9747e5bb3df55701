package import PromiseKitLite

/// What can happen to the screens from outside.
package enum Message: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The terminal has this size now.
  case resize(Size)
  /// A demo is ready to run. `prediction` are the events of the same run to its end, computed ahead
  /// by a second simulation; empty where there is none.
  case opened(DemoEntry, real: Bool, prediction: [PromiseEvent])
  /// More of the run, in order.
  case events([PromiseEvent])
  /// The run is over: there is nothing more to come.
  case finished
  /// It is `now`, in nanoseconds on any clock that only goes forward.
  case tick(now: Int64)
  /// Something to say in the footer.
  case notice(String)
}
