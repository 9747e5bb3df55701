/// What must be known about an event before it is packed.
struct EventForm {
  var name: PromiseEvent.Kind.Name
  var weight: EventWeight
  /// An upper bound of its size in bytes.
  var size: Int

  /// Creates the form of an event. `text` is the size in bytes of its texts and of other parts that
  /// have no bound.
  @inline(__always)
  init(_ name: PromiseEvent.Kind.Name, _ weight: EventWeight, text: Int = 0) {
    self.name = name
    self.weight = weight
    size = Self.rest + text
  }

  @inline(__always)
  init(_ kind: PromiseEvent.Kind) {
    let name = kind.name
    self.init(name, kind.weight(name), text: kind.variableSize)
  }

  /// An upper bound of the size of all parts that have a bound.
  private static var rest: Int { 120 }
}

/// The importance of an event, which decides what is dropped first if there is no room for all
/// events.
package enum EventWeight: Int, CaseIterable {
  /// How a promise reached its state. Dropped first.
  case detail
  /// How a promise ended: it settled, was freed while pending, or had an unhandled error. Also the
  /// choices of a simulation: a run cannot be repeated unless all of its choices are known.
  case ending
  /// The name of a promise, a queue, a thread, or a file. Dropped last.
  case declaration

  /// Returns the length at which a line with room for `limit` events stops accepting events of this
  /// weight.
  package func share(of limit: Int) -> Int {
    switch self {
    case .detail: limit / 2
    case .ending: limit / 4 * 3
    case .declaration: limit
    }
  }
}

extension PromiseEvent.Kind {
  /// The importance of the event if there is no room for all events.
  package var weight: EventWeight { weight(name) }

  /// Returns the importance of the event, whose kind has the given name.
  @inline(__always)
  fileprivate func weight(_ name: Name) -> EventWeight {
    switch name {
    case .settled, .errorUnhandled, .choiceMade: return .ending
    case .deallocated:
      guard case .deallocated(_, let state, _) = self else { return .detail }
      return Self.weightOfDeallocation(state)
    default:
      switch name.family {
      case .creation, .declaration, .process, .span: return .declaration
      case .gate: return .ending
      case .link, .job, .settlement, .fanIn, .error, .deallocation, .wait, .cancellation, .timer,
        .simulation, .note, .loss:
        return .detail
      }
    }
  }

  /// Freeing a settled promise says nothing new about how it ended.
  @inline(__always)
  static func weightOfDeallocation(_ state: PromiseEvent.FinalState) -> EventWeight {
    if case .settled = state { .detail } else { .ending }
  }
}
