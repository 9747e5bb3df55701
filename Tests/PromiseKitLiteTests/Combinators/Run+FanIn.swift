import Dispatch
import PromiseKitLite
import TestSupport

extension Run {
  /// How the promise labeled `label` was created.
  func creation(of label: String) -> PromiseEvent.Creation? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.label == label { creation } else { nil }
    }.first
  }

  /// How a promise was created.
  func creation(of promise: PromiseID) -> PromiseEvent.Creation? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.promise == promise { creation } else { nil }
    }.first
  }

  /// The label of a promise.
  func label(of promise: PromiseID) -> String? { creation(of: promise)?.label }

  /// When the promise labeled `label` settled, in nanoseconds.
  func time(ofSettling label: String) -> Int64? {
    let id = id(of: label)
    return events.first { event in
      if case .settled(let settlement) = event.kind { settlement.promise == id } else { false }
    }?.time
  }

  /// How a promise settled.
  func settlement(of promise: PromiseID) -> PromiseEvent.Settlement? {
    kinds.lazy.compactMap { kind in
      if case .settled(let settlement) = kind, settlement.promise == promise {
        settlement
      } else {
        nil
      }
    }.first
  }

  /// The indices of the inputs that settled after the fan-in labeled `label` had settled, in order.
  func ignoredInputs(of label: String) -> [Int] {
    let id = id(of: label)
    return kinds.compactMap { kind in
      if case .inputIgnored(id, let index, _, _) = kind { index } else { nil }
    }
  }
}

extension Thenable {
  /// Waits on a thread of its own until the promise has settled on real queues.
  func awaitOnThisThread() {
    let settled = DispatchSemaphore(value: 0)
    tap(on: nil) { _ in settled.signal() }.catch(on: nil, policy: .allErrors) { _ in }
    settled.wait()
  }
}
