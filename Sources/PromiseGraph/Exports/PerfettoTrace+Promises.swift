import PromiseKitLite

extension PerfettoTrace {
  /// A promise as slices and tracks name it.
  func title(_ promise: PromiseID) -> String {
    "\(promise) \(creations[promise]?.title ?? "")"
  }

  /// A promise begins.
  mutating func begin(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) {
    let promise = creation.promise
    guard creations[promise] == nil else { return }
    creations[promise] = creation
    guard plan.promises.contains(promise) else { return }
    let chain = plan.chain(of: promise)
    let group = Track("chain", chain.rawValue)
    let isAlone = plan.chainCounts[chain, default: 0] < 2
    if !isAlone, chains.insert(chain).inserted {
      packets.add(group, "chain of \(title(chain))", below: .promises, rank: chain.rawValue)
    }
    let track = Track("promise", promise.rawValue)
    packets.add(
      track, title(promise), below: isAlone ? .promises : group, rank: promise.rawValue,
      about: creation.site.map { "made at \($0)" })
    open[promise] = false
    var notes: [(String, PerfettoPackets.Note)] = [
      ("event", .number(event.sequence)), ("operation", .text(creation.operation.rawValue)),
    ]
    if let label = creation.label { notes.append(("label", .text(label))) }
    if let tag = creation.tag { notes.append(("tag", .text(tag))) }
    if let site = creation.site { notes.append(("site", .text("\(site)"))) }
    packets.add(
      .begin, title(promise), on: track, at: time, category: "promise", notes: notes)
  }

  /// What is being done for a promise is over, and something else begins, if anything.
  mutating func phase(of promise: PromiseID, _ name: String?, _ event: PromiseEvent) {
    guard let isBusy = open[promise] else { return }
    let track = Track("promise", promise.rawValue)
    if isBusy { packets.add(.end, on: track, at: time) }
    open[promise] = name != nil
    guard let name else { return }
    packets.add(.begin, name, on: track, at: time, category: "phase")
  }

  /// A promise is settled: its slice is over.
  mutating func settle(
    _ settlement: PromiseEvent.Settlement, _ event: PromiseEvent
  ) {
    let promise = settlement.promise
    guard open[promise] != nil else { return }
    phase(of: promise, nil, event)
    open[promise] = nil
    var notes: [(String, PerfettoPackets.Note)] = [
      ("event", .number(event.sequence)), ("outcome", .text(settlement.outcome.rawValue)),
    ]
    if !settlement.description.isEmpty {
      let name = settlement.outcome == .fulfilled ? "value" : "error"
      notes.append((name, .text(settlement.description)))
    }
    if let from = settlement.from { notes.append(("from", .text(title(from)))) }
    if let origin = settlement.origin, origin != promise {
      notes.append(("arose in", .text(title(origin))))
    }
    let track = Track("promise", promise.rawValue)
    packets.add(
      .instant, settlement.outcome.rawValue, on: track, at: time, category: "settled",
      notes: notes, from: plan.arrowsOfPromise[promise, default: []],
      to: plan.arrowsTo[event.sequence, default: []])
    packets.add(.end, on: track, at: time)
  }

  /// One that is freed while it is pending never settles: its track ends here.
  mutating func free(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ event: PromiseEvent
  ) {
    guard open[promise] != nil, state != .settled else { return }
    phase(of: promise, nil, event)
    open[promise] = nil
    var words = "freed, never settles"
    if case .forwarded(let outer) = state { words = "its place passed to \(outer)" }
    let track = Track("promise", promise.rawValue)
    packets.add(
      .instant, words, on: track, at: time, category: "freed",
      notes: [("event", .number(event.sequence))])
    packets.add(.end, on: track, at: time)
  }

  /// Something is told on the track of a promise.
  mutating func tell(
    _ promise: PromiseID, _ words: String, _ event: PromiseEvent,
    _ notes: [(String, PerfettoPackets.Note)] = []
  ) {
    guard plan.promises.contains(promise), creations[promise] != nil else { return }
    packets.add(
      .instant, words, on: Track("promise", promise.rawValue), at: time, category: "detail",
      notes: [("event", .number(event.sequence))] + notes,
      to: plan.arrowsTo[event.sequence, default: []])
  }
}
