import Dispatch
import PromiseKitLite
import TestSupport

extension Run {
  /// How the promise labeled `label` settled, if it did.
  func outcome(of label: String) -> PromiseEvent.Outcome? { settlement(of: label)?.outcome }

  /// How the jobs of the promise labeled `label` ended.
  func endings(of label: String) -> [PromiseEvent.JobEnding] {
    let id = id(of: label)
    return kinds.compactMap { kind in
      if case .jobEnded(_, id, _, let ending) = kind, id != nil { ending } else { nil }
    }
  }

  /// The virtual time of the last event, in milliseconds.
  var end: Int64 { (events.last?.time ?? 0) / 1_000_000 }

  /// How many timers were stopped.
  var timersStopped: Int { kinds.count { if case .timerCancelled = $0 { true } else { false } } }

  /// The resolutions that were attempted on promises that were settled or locked in.
  var ignored: [PromiseEvent.Outcome] {
    kinds.compactMap { kind in
      if case .resolutionIgnored(_, _, let attempt) = kind { attempt } else { nil }
    }
  }

  /// How often a cancellation was requested.
  var cancelRequests: Int { kinds.count { if case .cancelRequested = $0 { true } else { false } } }

  /// Promises that were freed while pending.
  var freedPending: [PromiseID] {
    kinds.compactMap { kind in
      if case .deallocated(let promise, .pending, _) = kind { promise } else { nil }
    }
  }

  /// The promises that were reported to never settle when the promise labeled `label` was freed.
  func waiting(for label: String) -> [PromiseID]? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .deallocated(id, .pending, let waiting) = kind { waiting } else { nil }
    }.first
  }
}

/// Calls `action` after the given number of milliseconds, outside the chains of the scenario.
func at(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
  after(.milliseconds(milliseconds)).done(on: nil, action)
}
