import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The comparison of two runs as a JSON object. Times are in nanoseconds from the beginning of a
/// run.
struct DiffDocument {
  let diff: RunComparison

  /// The object, on one line.
  var text: String {
    var pairs: [(String, JSON)] = [
      ("a", run(diff.before, alignment.before)), ("b", run(diff.after, alignment.after)),
      ("same", .flag(!diff.differs)), ("summary", .text(diff.summary)),
      ("decisive", .number(diff.decisive)),
    ]
    for section in RunDifference.Section.allCases where diff.includes(section) {
      pairs.append((section.rawValue, part(section)))
    }
    if diff.includes(.order) { pairs.append(("divergence", divergence)) }
    return JSON.object(pairs).description + "\n"
  }

  private var alignment: RunAlignment { diff.alignment }

  private func run(_ side: RunComparison.Side, _ run: ComparedRun) -> JSON {
    .object([
      ("name", .text(side.name)), ("promises", .number(run.promises.count)),
      ("handlers", .number(run.handlerCount)),
      ("length", .number(Int(run.end.saturatingMinus(run.start)))),
      ("missing", .number(run.missing)), ("open", .number(run.openCount)),
      ("cutShort", .flag(run.isCutShort)),
      ("running", .flag(side.ending == .running)), ("damaged", .flag(side.isDamaged)),
    ])
  }

  private func part(_ section: RunDifference.Section) -> JSON {
    let differences = diff.differences.filter { $0.section == section }
    func list(_ isIncluded: (RunDifference) -> Bool) -> JSON {
      .list(differences.filter(isIncluded).map(object))
    }
    switch section {
    case .promises, .warnings:
      return .object([("new", list(\.isOfAfter)), ("gone", list { !$0.isOfAfter })])
    case .order:
      return .object([
        ("same", .flag(differences.isEmpty)), ("moves", list { $0.sign == .changed }),
        ("ran", list { $0.sign != .changed }), ("free", .list(diff.free.map(move))),
      ])
    case .races, .outcomes, .values, .chains, .queues, .printed, .times:
      return .list(differences.map(object))
    }
  }

  private func object(_ difference: RunDifference) -> JSON {
    switch difference.change {
    case .race(let change): race(change, difference)
    case .outcome(let change), .value(let change): outcome(change)
    case .presence(let change, let isAfter):
      presence(change, isAfter ? alignment.after : alignment.before)
    case .ran(let change): ran(change)
    case .move(let change): move(change)
    case .printed(let change): printed(change)
    case .link(let change): link(change)
    case .time(let change): time(change)
    case .warning(let warning, _): self.warning(warning)
    }
  }

  // MARK: - The differences

  private func promise(_ place: Int, _ run: ComparedRun) -> JSON {
    let promise = run.promises[place]
    return .object([
      ("id", .number(promise.id.rawValue)), ("name", .text(run.name(of: place))),
      ("label", .maybe(promise.label)), ("operation", .text(promise.operation.rawValue)),
      ("file", .maybe(promise.site?.file)),
      ("line", promise.site.map { .number($0.line) } ?? .null),
      ("event", .number(promise.made.sequence)),
    ])
  }

  private func pair(_ one: Int, _ other: Int) -> [(String, JSON)] {
    [("a", promise(one, alignment.before)), ("b", promise(other, alignment.after))]
  }

  private func race(_ change: RunChanges.RaceChange, _ difference: RunDifference) -> JSON {
    func winner(_ winner: RunChanges.RaceChange.Winner, _ run: ComparedRun) -> JSON {
      switch winner {
      case .promise(let place): promise(place, run)
      case .limit: .text("limit")
      }
    }
    return .object(
      pair(change.before, change.after) + [
        ("wonBefore", winner(change.winnerBefore, alignment.before)),
        ("wonAfter", winner(change.winnerAfter, alignment.after)),
        ("because", change.culprit.map(time) ?? .null),
        ("sentence", .text(alignment.sentence(of: difference))),
        ("decisive", .flag(true)),
      ])
  }

  private func presence(_ presence: RunChanges.Presence, _ run: ComparedRun) -> JSON {
    let reason =
      switch presence.reason {
      case .absent: "absent"
      case .notMade: "not made"
      case .notYet: "not yet"
      case .unknown: "unknown"
      }
    return .object([
      ("promise", promise(presence.promise, run)), ("reason", .text(reason)),
      ("with", .list(presence.followers.map { promise($0, run) })),
      ("decisive", .flag(presence.reason.isKnown)),
    ])
  }

  private func printed(_ change: RunChanges.PrintedChange) -> JSON {
    let step = (change.isAfter ? alignment.after : alignment.before).steps[change.step]
    return .object([
      ("in", .text(change.isAfter ? "b" : "a")), ("text", .text(step.note ?? "")),
      ("event", .number(step.moment.sequence)), ("decisive", .flag(true)),
    ])
  }

  private func move(_ move: RunChanges.Move) -> JSON {
    let steps = (alignment.before.steps[move.before], alignment.after.steps[move.after])
    return .object([
      ("name", .text(alignment.before.name(of: steps.0))),
      ("a", .number(steps.0.moment.sequence)), ("b", .number(steps.1.moment.sequence)),
      ("later", .flag(move.isLater)), ("passes", .number(move.count)),
      ("decisive", .flag(move.isDecisive)),
      ("passed", .texts(move.passed.map { alignment.before.name(of: alignment.before.steps[$0]) })),
    ])
  }

  private func ran(_ change: RunChanges.RunChange) -> JSON {
    .object(
      pair(change.before, change.after) + [
        ("in", .text(change.ranAfter ? "b" : "a")), ("skipped", .maybe(change.skipped?.rawValue)),
        ("decisive", .flag(true)),
      ])
  }

  private func outcome(_ change: RunChanges.OutcomeChange) -> JSON {
    .object(
      pair(change.before, change.after) + [
        ("before", .text(change.stateBefore.rawValue)),
        ("after", .text(change.stateAfter.rawValue)),
        ("textBefore", .text(change.textBefore)), ("textAfter", .text(change.textAfter)),
        ("with", .list(change.followers.map { promise($0, alignment.before) })),
        ("decisive", .flag(true)),
      ])
  }

  private func link(_ change: RunChanges.LinkChange) -> JSON {
    let (what, before, after): (String, JSON, JSON) =
      switch change.what {
      case .name: ("name", .null, .null)
      case .queue(let one, let other): ("queue", .text(one), .text(other))
      case .parent(let one, let other):
        ("parent", maybe(one, alignment.before), maybe(other, alignment.after))
      case .returned(let one, let other):
        ("returned", maybe(one, alignment.before), maybe(other, alignment.after))
      }
    return .object(
      pair(change.before, change.after) + [
        ("what", .text(what)), ("before", before), ("after", after),
      ])
  }

  private func maybe(_ place: Int?, _ run: ComparedRun) -> JSON {
    place.map { promise($0, run) } ?? .null
  }

  private func time(_ change: RunChanges.TimeChange) -> JSON {
    .object(
      pair(change.before, change.after) + [
        ("what", .text(change.phase.rawValue)), ("before", .number(Int(change.lengthBefore))),
        ("after", .number(Int(change.lengthAfter))),
      ])
  }

  private func warning(_ warning: Warning) -> JSON {
    .object([
      ("lint", .text(warning.lint)), ("severity", .text("\(warning.severity)")),
      ("sentence", .text(warning.sentence)), ("events", .list(warning.events.map { .number($0) })),
    ])
  }

  private var divergence: JSON {
    guard let divergence = diff.divergence else { return .null }
    func side(_ side: Divergence.Side?) -> JSON {
      guard let side else { return .null }
      return .object([
        ("event", .number(side.event)), ("time", .number(Int(side.time))),
        ("name", .text(side.name)),
        ("queue", .maybe(side.queue)), ("elsewhere", side.elsewhere.map { .number($0) } ?? .null),
      ])
    }
    return .object([
      ("shared", .number(divergence.shared)), ("a", side(divergence.before)),
      ("b", side(divergence.after)),
      ("sentence", .text(divergence.sentence(before: "A", after: "B"))),
      ("cause", .maybe(diff.cause)),
    ])
  }
}

extension RunDifference {
  /// Whether it is a promise or a warning of the run after.
  fileprivate var isOfAfter: Bool {
    switch change {
    case .presence(_, let isAfter), .warning(_, let isAfter): isAfter
    case .race, .outcome, .value, .ran, .move, .printed, .link, .time: false
    }
  }
}
