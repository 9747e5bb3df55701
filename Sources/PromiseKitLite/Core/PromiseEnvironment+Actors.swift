import Synchronization

extension Dispatcher {
  /// The actor or the executor that runs the handlers, with the label that the program gave it;
  /// `nil` for every other dispatcher, and for the main actor, which is Dispatch's main queue.
  fileprivate var runner: (object: any AnyObject & Sendable, own: String?, type: String)? {
    if Self.self == ActorDispatcher.self, let dispatcher = self as? ActorDispatcher {
      if dispatcher.actor is MainActor { return nil }
      let actor = dispatcher.actor
      if dispatcher.ownLabel == nil, let own = (actor as? any Dispatcher)?.runner { return own }
      return (actor, dispatcher.ownLabel, "\(Swift.type(of: actor))")
    }
    if Self.self == ExecutorDispatcher.self, let dispatcher = self as? ExecutorDispatcher {
      return (dispatcher.executor, dispatcher.ownLabel, dispatcher.label)
    }
    if Self.self == AccessingDispatcher.self, let dispatcher = self as? AccessingDispatcher {
      return dispatcher.base.runner
    }
    guard Self.self is AnyClass, let actor = self as? any Actor, !(actor is MainActor) else {
      return nil
    }
    let type = "\(Self.self)"
    return (actor, label == type ? nil : label, type)
  }
}

extension PromiseEnvironment {
  /// Returns the label of a dispatcher that runs handlers on an actor or an executor; `nil` for every
  /// other dispatcher.
  func actorLabel(of dispatcher: any Dispatcher) -> String? {
    guard let (object, own, type) = dispatcher.runner else { return nil }
    return actorLabels.withLock { $0.label(of: object, own: own, type: type) }
  }

  /// Returns the name of an actor's queue in the events.
  func queue(of actor: any Actor) -> QueueID {
    queue(of: (actor as? any Dispatcher) ?? ActorDispatcher(actor))
  }
}
