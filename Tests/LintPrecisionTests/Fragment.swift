import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport

/// A few lines of a program with one mistake, or that look like a mistake but have none.
///
/// The expected warning is known from how it is written, not from what it does.
struct Fragment: Sendable {
  /// The mistake; `nil` for a near miss.
  let lint: String?
  let name: String
  /// What else may be reported for it.
  let also: Set<String>
  /// Starts it: the labels of its promises begin with the tag.
  let begin: @Sendable (Tag) -> Void

  init(
    _ lint: String?, _ name: String, also: Set<String> = [],
    _ begin: @escaping @Sendable (Tag) -> Void
  ) {
    (self.lint, self.name, self.also, self.begin) = (lint, name, also, begin)
  }
}

/// The tag of a fragment in a run, with the queues and labels of the fragment.
struct Tag: Sendable {
  let number: Int
  /// A random time of a few milliseconds.
  let delay: DispatchTimeInterval
  let kept = Kept()

  /// A label of this fragment.
  func callAsFunction(_ name: String) -> String { "\(number): \(name)" }

  /// A queue of this fragment.
  func queue(_ name: String) -> DispatchQueue { DispatchQueue(label: "\(name)\(number)") }

  /// Work on its own queue that can fail, according to its type.
  func load(_ name: String, fails: Bool = false) -> Promise<Int> {
    let delay = delay
    return queue("net").async(.promise, label: self(name)) {
      work(for: delay)
      if fails { throw Broken() }
      return 7
    }
  }
}

/// What a program keeps in a variable until its end.
final class Kept: Sendable {
  private let things = Mutex<[any Sendable]>([])

  func keep(_ thing: any Sendable) { things.withLock { $0.append(thing) } }
}

/// The error of a fragment.
struct Broken: Error {}
