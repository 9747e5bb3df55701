/// What has to be known of an event before it is packed.
struct EventForm {
  var name: PromiseEvent.Kind.Name
  var weight: EventWeight
  /// More bytes than it takes.
  var size: Int

  /// An event of that name; `text` is how many bytes its texts take and what else has no bound.
  @inline(__always)
  init(_ name: PromiseEvent.Kind.Name, _ weight: EventWeight, text: Int = 0) {
    self.name = name
    self.weight = weight
    size = Self.rest + text
  }

  @inline(__always)
  init(_ kind: PromiseEvent.Kind) { self.init(kind.name, kind.weight, text: kind.variableSize) }

  /// More bytes than everything takes that has a bound.
  private static var rest: Int { 120 }
}

/// What goes first when there is no room for all.
package enum EventWeight: Int, CaseIterable {
  /// How a promise got where it is. Goes first.
  case detail
  /// How a promise ended: settled, freed while pending, an error that nobody handled. And what was
  /// chosen: a run whose choices are not all known cannot be repeated.
  case ending
  /// What gives a thing its name: promises, queues, threads, files. Goes last.
  case declaration

  /// Of a line that has room for `limit` events, how many there may be before one of this weight has to
  /// stay out.
  package func share(of limit: Int) -> Int {
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
  package var weight: EventWeight {
    switch self {
    case .created, .queueDeclared, .threadNamed, .sourceText: .declaration
    case .settled, .errorUnhandled, .choiceMade: .ending
    case .deallocated(_, let state, _): Self.weightOfDeallocation(state)
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
      .accessed,
      .handlerSkipped, .adopted, .resolutionIgnored, .inputAdded, .inputSettled, .inputIgnored,
      .errorHandled, .waitBegan, .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested,
      .timerScheduled, .timerFired, .timerCancelled, .note, .overridden, .dropped:
      .detail
    }
  }

  /// A settled promise that is freed says no more how it ended.
  @inline(__always)
  static func weightOfDeallocation(_ state: PromiseEvent.FinalState) -> EventWeight {
    if case .settled = state { .detail } else { .ending }
  }
}
