import PromiseEvents
import PromiseGraph

// What the results so far mean. Everything is decided again after each run, until a result is missing.

extension ScheduleSearch {
  /// Decides what the results mean, and throws the order whose result is needed.
  mutating func decide() throws(Needed) -> Ending {
    (finding, activity) = (nil, .repeating)
    guard base.count > 1, !base.isIncomplete else { return .nothingToChange }
    try serialize()
    repeated = try sample(base.schedule, upTo: nil, fails: baseFails, wanted: 3, most: times)
    guard repeated.kept > 0 else { return .notFollowed }
    if repeated.wanted < repeated.kept {
      repeated = try sample(
        base.schedule, upTo: nil, fails: baseFails, wanted: times, most: 2 * times)
    }
    guard repeated.wanted > 0 else { return .notRepeated }
    guard let change = try flippingChange() else { return .exhausted }
    activity = .counting
    try measure(change)
    return .found
  }

  /// Runs one job after another if the result is the same: what overlaps differs from run to run.
  private mutating func serialize() throws(Needed) {
    guard !knowsOverlaps else { return }
    let serial = base.serial
    if serial.schedule != base.schedule {
      let tally = try sample(
        serial.schedule, upTo: nil, fails: baseFails, wanted: Self.serialRuns,
        most: Self.serialRuns)
      let isQuick = (results[serial.schedule] ?? []).allSatisfy { $0.misses.count <= 3 }
      if isQuick, tally.wanted == Self.serialRuns { base = serial }
    }
    knowsOverlaps = true
  }

  private static var serialRuns: Int { 3 }

  /// How many runs of a changed order must all have the other result.
  private var needed: Int { repeated.wanted == repeated.kept ? min(3, times) : times }

  /// Returns the smallest change that flips the result; `nil` if none of those that were tried does.
  private mutating func flippingChange() throws(Needed) -> OrderChange? {
    activity = .trying
    while place.guided < candidates.guided.count {
      let change = OrderChange([candidates.guided[place.guided]])
      if try flips(change) { return change }
      place.guided += 1
    }
    if candidates.whole.count > 1, let whole = legalPart(of: candidates.whole), try flips(whole) {
      return try reduced(whole)
    }
    while place.single < candidates.single.count {
      let change = OrderChange([candidates.single[place.single]])
      if try flips(change) { return change }
      place.single += 1
    }
    let pairs = candidates.pairs
    while place.pair < pairs.count {
      let change = OrderChange(pairs[place.pair])
      if try flips(change) { return try reduced(change) }
      place.pair += 1
    }
    return nil
  }

  /// Leaves out parts that contradict those before them, or the rules of the queues.
  private mutating func legalPart(of parts: [OrderChange.Part]) -> OrderChange? {
    let all = OrderChange(Array(parts.prefix(Self.mostParts)))
    if order(with: all) != nil { return all }
    var legal = OrderChange([])
    for part in all.parts {
      let more = OrderChange(legal.parts + [part])
      if order(with: more) != nil { legal = more }
    }
    return legal.parts.isEmpty ? nil : legal
  }

  /// The most differences of two runs that are tried together.
  private static var mostParts: Int { 200 }

  /// Undoes parts of a change, large ones first, as long as the result stays flipped.
  private mutating func reduced(_ change: OrderChange) throws(Needed) -> OrderChange {
    activity = .reducing
    var parts = change.parts
    var size = parts.count / 2
    while size > 0 {
      // The last parts are the largest.
      var end = parts.count
      while end > 0, parts.count > 1 {
        var fewer = parts
        fewer.removeSubrange(max(0, end - size)..<end)
        if !fewer.isEmpty, try flips(OrderChange(fewer)) { parts = fewer }
        end = min(end - size, parts.count)
      }
      size /= 2
    }
    return parts.count == 1 ? OrderChange(parts) : try single(insteadOf: OrderChange(parts))
  }

  /// Returns one part that does the same as several, if there is one: `a` before `b` and `b` before `c` is more
  /// than `a` before `c`.
  private mutating func single(insteadOf change: OrderChange) throws(Needed) -> OrderChange {
    let moved = Set(change.parts.flatMap(\.starts)).sorted()
    for second in moved where moved.count <= Self.mostMoved {
      for first in moved where first > second {
        let part = OrderChange([.before(first: first, second: second)])
        if try flips(part) { return part }
      }
    }
    // The parts are the finding again.
    _ = try flips(change)
    return change
  }

  /// The most starts of a change of which each two are tried.
  private static var mostMoved: Int { 6 }

  /// Returns whether a change flips the result in every one of several runs.
  private mutating func flips(_ change: OrderChange) throws(Needed) -> Bool {
    guard let order = order(with: change), !failed.contains(order.schedule) else { return false }
    let result = try flips(change, as: order)
    if !result { failed.insert(order.schedule) }
    return result
  }

  private mutating func flips(
    _ change: OrderChange, as order: ChangedOrder
  ) throws(Needed) -> Bool {
    guard order.schedule != base.schedule else { return false }
    let first = try sample(
      order.schedule, upTo: order.decisive, fails: !baseFails, wanted: 1, most: 2)
    tried.insert(order.schedule)
    if first.kept == 0 { unkept.insert(order.schedule) }
    guard first.wanted > 0 else { return false }
    let settled = settled(order)
    let tally = try sample(
      settled, upTo: order.decisive, fails: !baseFails, wanted: needed, most: 2 * needed)
    guard tally.kept > 0, tally.wanted == tally.kept else { return false }
    finding = Finding(
      change: change, schedule: settled, unchanged: repeated, changed: tally,
      goesOnDifferently: settled != order.schedule)
    return true
  }

  /// Runs both orders until there are enough runs to show how reliable they are.
  private mutating func measure(_ change: OrderChange) throws(Needed) {
    guard let order = order(with: change) else { return }
    let settled = settled(order)
    finding = Finding(
      change: change, schedule: settled, unchanged: repeated,
      changed: tally(settled, upTo: order.decisive, fails: !baseFails),
      goesOnDifferently: settled != order.schedule)
    let decisive = decisiveLength(of: change)
    let unchanged = try sample(
      base.schedule, upTo: decisive, fails: baseFails, wanted: times, most: 2 * times)
    finding?.unchanged = unchanged
    let changed = try sample(
      settled, upTo: order.decisive, fails: !baseFails, wanted: times, most: 2 * times)
    finding?.changed = changed
  }

  /// Returns how many steps of the unchanged order a change depends on.
  private func decisiveLength(of change: OrderChange) -> Int {
    let places = change.parts.flatMap(\.starts).filter { $0 < base.count }
    return (places.max() ?? 0) + 1
  }

  /// Returns the order that the first run with a changed order had, if the program went on in another way
  /// after the change; otherwise the order itself.
  private func settled(_ order: ChangedOrder) -> JobSchedule {
    guard
      let result = results[order.schedule]?.first(where: {
        $0.fails != baseFails && Self.keeps(order.schedule, upTo: order.decisive, $0)
      }), !result.misses.isEmpty
    else { return order.schedule }
    let started = Set(result.steps.map(\.alone))
    let rest = order.schedule.steps.filter { !started.contains($0.alone) }.map {
      JobSchedule.Step($0.name, occurrence: $0.occurrence, isLater: true)
    }
    let isSerial = !base.starts.contains(where: \.step.isBeside)
    let steps = result.steps.map { step in
      JobSchedule.Step(
        step.name, occurrence: step.occurrence, isBeside: step.isBeside && !isSerial)
    }
    return JobSchedule(steps: steps + rest)
  }

  private mutating func order(with change: OrderChange) -> ChangedOrder? {
    if let known = orders[change] { return known }
    let order = base.order(with: change)
    orders[change] = .some(order)
    return order
  }
}

// MARK: - Counting

extension ScheduleSearch {
  /// Counts the results of an order, and needs more until `wanted` runs have kept it, or there are `most`.
  private func sample(
    _ schedule: JobSchedule, upTo decisive: Int?, fails: Bool, wanted: Int, most: Int
  ) throws(Needed) -> Tally {
    let tally = tally(schedule, upTo: decisive, fails: fails, wanted: wanted)
    guard tally.kept >= wanted || tally.kept + tally.lost >= most else {
      throw Needed(schedule: schedule)
    }
    return tally
  }

  /// Counts the results of an order, up to `wanted` runs that kept it.
  private func tally(
    _ schedule: JobSchedule, upTo decisive: Int?, fails: Bool, wanted: Int = .max
  ) -> Tally {
    var tally = Tally()
    for result in results[schedule] ?? [] where tally.kept < wanted {
      guard Self.keeps(schedule, upTo: decisive, result) else {
        tally.lost += 1
        continue
      }
      tally.kept += 1
      if result.fails == fails { tally.wanted += 1 }
    }
    return tally
  }

  /// Returns whether a run has kept an order, up to its first `decisive` steps; `nil` stands for all that
  /// started before the run ended. What the order does not have does not count.
  static func keeps(_ schedule: JobSchedule, upTo decisive: Int?, _ result: Result) -> Bool {
    let steps = schedule.steps.filter { !$0.isLater }.prefix(decisive ?? .max).map(\.alone)
    let known = Set(schedule.steps.map(\.alone))
    let happened = result.steps.map(\.alone).filter(known.contains).prefix(steps.count)
    return happened.elementsEqual(steps.prefix(happened.count))
      && (decisive == nil ? !happened.isEmpty : happened.count == steps.count)
  }
}
