/// What goes first when there is no room for all.
enum EventWeight: Int, CaseIterable {
  /// How a promise got where it is. Goes first.
  case detail
  /// How a promise ended: settled, freed while pending, an error that nobody handled. And what was
  /// chosen: a run whose choices are not all known cannot be repeated.
  case ending
  /// What gives a thing its name: promises, queues, threads, files. Goes last.
  case declaration

  /// Of a line that has room for `limit` events, how many there may be before one of this weight has to
  /// stay out.
  func share(of limit: Int) -> Int {
    switch self {
    case .detail: limit / 2
    case .ending: limit / 4 * 3
    case .declaration: limit
    }
  }
}

extension PromiseEvent.Kind {
  /// How long the event is kept where there is no room for all.
  @inline(__always)
  var weight: EventWeight {
    switch self {
    case .created, .queueDeclared, .threadNamed, .sourceText: .declaration
    case .settled, .errorUnhandled, .choiceMade: .ending
    case .deallocated(_, let state, _): Self.weightOfDeallocation(state)
    default: .detail
    }
  }

  /// A settled promise that is freed says no more how it ended.
  @inline(__always)
  static func weightOfDeallocation(_ state: PromiseEvent.FinalState) -> EventWeight {
    if case .settled = state { .detail } else { .ending }
  }
}
