import PromiseKitLite

extension TraceError {
  /// The problem in a sentence, with the next step.
  var advice: String {
    switch self {
    case .empty:
      "\(self); a program that links PromiseKitLite writes once it makes a promise"
    case .notATrace: "\(self); PROMISE_TRACE=run.jsonl has a program write one"
    case .newerVersion: "\(self); a newer promise-tui reads it"
    }
  }
}
