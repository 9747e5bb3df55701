extension PromiseCore {
  /// The promise's name in the events of `environment`. One of another environment, or from before the
  /// recording, is declared there when it is first met, and its settlement is told as soon as it is known.
  func id(in environment: PromiseEnvironment) -> PromiseID {
    if environment === ownEnvironment, environment.witness != nil || isDeclared { return id }
    let settled = settled
    let description = settled?.description ?? ""
    let (id, events) = locked { state -> (PromiseID, [PromiseEvent]) in
      var events: [PromiseEvent] = []
      let bus = environment.bus
      let place: Int
      if let known = state.foreignNames.firstIndex(where: { $0.bus == bus.number }) {
        place = known
      } else {
        place = state.foreignNames.count
        let id = PromiseID(bus.nextPromise())
        state.foreignNames.append(ForeignName(bus: bus.number, id: id))
        let creation = PromiseEvent.Creation(
          promise: id, operation: .pending, label: label?.text, site: site.resolved, late: true,
          isGuarantee: isGuarantee, tag: extras?.tag?.text)
        events.append(environment.event(.created(creation)))
      }
      let id = state.foreignNames[place].id
      if let settled, !state.foreignNames[place].isSettled {
        state.foreignNames[place].isSettled = true
        var settlement = PromiseEvent.Settlement(
          promise: id, outcome: settled.outcome, description: description,
          oddity: settled.oddity)
        if case .rejected(let rejection) = settled {
          settlement.origin = rejection.origin(orFirst: id, in: environment)
        }
        events.append(environment.event(.settled(settlement)))
      }
      return (id, events)
    }
    for event in events { environment.bus.post(event) }
    return id
  }
}
