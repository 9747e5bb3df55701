package import PromiseEvents

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
  /// How many events were lost, by the gaps that the events tell of: the order is not known there.
  package let lost: Int

  /// One handler that began, or one note.
  package struct Step: Hashable, Sendable {
    /// The event's number.
    package var sequence: Int
    /// When, in nanoseconds.
    package var time: Int64
    /// What the handler is called, or what was said, on one line.
    package var name: String
    /// The label of the queue on which the handler began; none of what was said.
    package var queue: String?
    /// It was said, or is a handler with a label.
    package var isNamed: Bool

    /// It was said, and no handler.
    package var isNote: Bool { queue == nil }

    /// `fetch on net`, or what was said.
    package var text: String { queue.map { "\(name) on \($0)" } ?? name }

    /// The time as golden orders tell it.
    package var milliseconds: Int64 { time / 1_000_000 }

    /// The step as a line.
    package func line(times: Bool) -> String { line(of: text, times: times) }

    /// The line of a step that is written as `text`.
    func line(of text: String, times: Bool) -> String {
      (times ? "\(milliseconds)" : "") + (isNote ? "   " : times ? " " : "") + text
    }
  }

  /// The order of a whole run, or of what is known of it.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - times: Whether the lines tell when: where the time is virtual, it is the same each time.
  ///   - sites: Whether a handler without a label is told by its place, which moves when lines are added.
  /// - Complexity: O(n)
  package init(_ events: [PromiseEvent], times: Bool = true, sites: Bool = false) {
    var names = Names(sites: sites)
    var steps: [Step] = []
    var lost = 0
    for event in events {
      switch event.kind {
      case .created(let creation): names.learn(creation)
      case .queueDeclared(let queue, let label, _, _): names.queues[queue] = label
      case .jobStarted(_, let child?, let queue):
        let (name, isLabel) = names.name(of: child)
        steps.append(event.step(name, on: names.name(of: queue), isNamed: isLabel))
      case .note(let text): steps.append(event.step(text, on: nil, isNamed: true))
      case .dropped(let count): lost = lost.saturatingPlus(max(0, count))
      case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
        .accessed, .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded,
        .inputSettled, .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan,
        .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired,
        .timerCancelled, .choiceMade, .threadNamed, .sourceText, .overridden:
        break
      }
    }
    self.steps = steps
    self.lost = lost
    lines = steps.map { $0.line(times: times) }
  }
}

extension HandlerOrder: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.lines == b.lines }

  package func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}

extension PromiseEvent {
  fileprivate func step(_ name: String, on queue: String?, isNamed: Bool) -> HandlerOrder.Step {
    .init(
      sequence: sequence, time: time, name: sanitized(name), queue: queue.map(sanitized),
      isNamed: isNamed)
  }
}

/// What promises and queues are called in an order.
private struct Names {
  let sites: Bool
  private var promises: [PromiseID: (name: String, isLabel: Bool)] = [:]
  var queues: [QueueID: String] = [:]

  init(sites: Bool) { self.sites = sites }

  mutating func learn(_ creation: PromiseEvent.Creation) {
    let label = creation.label
    promises[creation.promise] = (label ?? unlabelled(creation), label != nil)
  }

  private func unlabelled(_ creation: PromiseEvent.Creation) -> String {
    guard sites, let site = creation.site else { return creation.operation.rawValue }
    let file = site.file.split(separator: "/").last ?? ""
    return "\(creation.operation.rawValue) at \(file):\(site.line)"
  }

  func name(of promise: PromiseID) -> (name: String, isLabel: Bool) {
    promises[promise] ?? ("\(promise)", false)
  }
  func name(of queue: QueueID) -> String { queues[queue] ?? "\(queue)" }
}

extension [PromiseEvent] {
  /// The events, which are in order, with a gap wherever numbers are missing that no event tells of: lines
  /// were damaged or cut out. What is missing up to `since` is no loss. Whoever reads the events then counts
  /// gaps alone. O(n)
  package func tellingWhatIsMissing(since: Int) -> [PromiseEvent] {
    var numbers = NumberSequence(since: since)
    guard contains(where: { numbers.missing(before: $0) > 0 }) else { return self }
    numbers = NumberSequence(since: since)
    var told: [PromiseEvent] = []
    told.reserveCapacity(count + 1)
    for event in self {
      let count = numbers.missing(before: event)
      if count > 0 {
        told.append(
          PromiseEvent(
            sequence: event.firstNumber - 1, time: event.time, thread: nil, queue: nil,
            kind: .dropped(count: count)))
      }
      told.append(event)
    }
    return told
  }
}

/// The numbers of events that come in order.
private struct NumberSequence {
  /// The highest number that was there, or was told to be missing.
  private var last: Int

  init(since: Int) { last = max(0, since) }

  /// Takes the next event; how many numbers are missing before it.
  mutating func missing(before event: PromiseEvent) -> Int {
    defer { last = max(last, event.sequence) }
    return max(0, event.firstNumber.saturatingMinus(last).saturatingMinus(1))
  }
}

extension PromiseEvent {
  /// The number of the first of those that the event stands for: of a gap, the first that was lost.
  fileprivate var firstNumber: Int {
    guard case .dropped(let count) = kind else { return sequence }
    return sequence.saturatingMinus(max(0, count - 1))
  }
}
