package import PromiseKitLite

/// The order in which a run's handlers began and its notes were said, a line each.
///
/// A handler is called by its label; without one by what made its promise, `then` or `map`, with the file
/// and line where that is asked for. Two orders are the same where their lines are.
package struct HandlerOrder: Sendable {
  /// `80 fetch on net` where a handler began, `202   shown 3` (indented) where something was said; the
  /// milliseconds only where they were asked for.
  package let lines: [String]
  /// The same in parts.
  package let steps: [Step]
  /// How many events were lost, or are missing: the order is not known there.
  package let lost: Int

  /// One handler that began, or one note.
  package struct Step: Hashable, Sendable {
    /// The event's number.
    package var sequence: Int
    /// When, in nanoseconds.
    package var time: Int64
    /// `fetch on net`, or what was said, on one line.
    package var text: String
    /// It was said, and no handler.
    package var isNote: Bool

    /// The time as golden orders tell it.
    package var milliseconds: Int64 { time / 1_000_000 }

    /// The step as a line.
    package func line(times: Bool) -> String {
      (times ? "\(milliseconds)" : "") + (isNote ? "   " : times ? " " : "") + text
    }
  }

  /// The order of a whole run, or of what is known of it.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - times: Whether the lines tell when: where the time is virtual, it is the same each time.
  ///   - sites: Whether a handler without a label is told by its place, which moves when lines are added.
  ///   - since: A number up to this one that is missing is no loss.
  /// - Complexity: O(n)
  package init(_ events: [PromiseEvent], times: Bool = true, sites: Bool = false, since: Int = 0) {
    var names = Names(sites: sites)
    var steps: [Step] = []
    var losses = LossCounter(since: since)
    for event in events {
      losses.take(event)
      names.learn(event)
      switch event.kind {
      case .jobStarted(_, let child?, let queue):
        let text = "\(names.name(of: child)) on \(names.name(of: queue))"
        steps.append(event.step(text, isNote: false))
      case .note(let text): steps.append(event.step(text, isNote: true))
      default: break
      }
    }
    self.steps = steps
    lost = losses.count
    lines = steps.map { $0.line(times: times) }
  }
}

extension HandlerOrder: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.lines == b.lines }

  package func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}

extension PromiseEvent {
  fileprivate func step(_ text: String, isNote: Bool) -> HandlerOrder.Step {
    .init(sequence: sequence, time: time, text: sanitized(text), isNote: isNote)
  }
}

/// What promises and queues are called in an order.
private struct Names {
  let sites: Bool
  private var promises: [PromiseID: String] = [:]
  private var queues: [QueueID: String] = [:]

  init(sites: Bool) { self.sites = sites }

  mutating func learn(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation): promises[creation.promise] = creation.label ?? unlabelled(creation)
    case .queueDeclared(let queue, let label, _, _): queues[queue] = label
    default: break
    }
  }

  private func unlabelled(_ creation: PromiseEvent.Creation) -> String {
    guard sites, let site = creation.site else { return creation.operation.rawValue }
    let file = site.file.split(separator: "/").last ?? ""
    return "\(creation.operation.rawValue) at \(file):\(site.line)"
  }

  func name(of promise: PromiseID) -> String { promises[promise] ?? "\(promise)" }
  func name(of queue: QueueID) -> String { queues[queue] ?? "\(queue)" }
}
