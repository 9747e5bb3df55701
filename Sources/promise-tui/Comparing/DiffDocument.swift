import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The comparison of two runs as a JSON object. Times are in nanoseconds from the beginning of a
/// run.
struct DiffDocument {
  let diff: RunDiff

  /// The object, on one line.
  var text: String {
    var pairs: [(String, JSON)] = [
      (
        "a",
        run(diff.names.before, alignment.before, diff.isRunning.before, diff.isDamaged.before)
      ),
      ("b", run(diff.names.after, alignment.after, diff.isRunning.after, diff.isDamaged.after)),
      ("same", .flag(!diff.differs)), ("summary", .text(diff.summary)),
      ("decisive", .number(diff.differences.count(where: \.isDecisive))),
    ]
    for section in DiffSection.allCases where diff.includes(section) {
      pairs.append((section.rawValue, part(section)))
    }
    if diff.includes(.order) { pairs.append(("divergence", divergence)) }
    return JSON.object(pairs).description + "\n"
  }

  private var alignment: RunAlignment { diff.alignment }
  private var changes: RunChanges { diff.changes }

  private func run(
    _ name: String, _ run: ComparedRun, _ isRunning: Bool, _ isDamaged: Bool
  ) -> JSON {
    .object([
      ("name", .text(name)), ("promises", .number(run.promises.count)),
      ("handlers", .number(run.steps.count { $0.note == nil })),
      ("length", .number(Int(run.end.saturatingMinus(run.start)))),
      ("missing", .number(run.missing)), ("open", .number(run.openCount)),
      ("cutShort", .flag(run.isCutShort)),
      ("running", .flag(isRunning)), ("damaged", .flag(isDamaged)),
    ])
  }

  private func part(_ section: DiffSection) -> JSON {
    switch section {
    case .races: .list(changes.races.map(race))
    case .promises:
      .object([
        ("new", .list(changes.appeared.map { presence($0, alignment.after, alignment.before) })),
        ("gone", .list(changes.gone.map { presence($0, alignment.before, alignment.after) })),
      ])
    case .order:
      .object([
        ("same", .flag(diff.count(.order) == 0)), ("moves", .list(changes.moves.map(move))),
        ("ran", .list(changes.runs.map(ran))), ("free", .list(changes.free.map(move))),
      ])
    case .outcomes: .list(changes.outcomes.map(outcome))
    case .values: .list(changes.values.map(outcome))
    case .chains: .list(changes.links.filter { !$0.what.isQueue }.map(link))
    case .queues: .list(changes.links.filter(\.what.isQueue).map(link))
    case .printed:
      .list(
        changes.printed.map { change in
          let run = change.isAfter ? alignment.after : alignment.before
          let step = run.steps[change.step]
          return .object([
            ("in", .text(change.isAfter ? "b" : "a")), ("text", .text(step.note ?? "")),
            ("event", .number(step.moment.sequence)), ("decisive", .flag(true)),
          ])
        })
    case .times: .list(changes.times.map(time))
    case .warnings:
      .object([
        ("new", .list(diff.warnings.appeared.map(warning))),
        ("gone", .list(diff.warnings.gone.map(warning))),
      ])
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

  private func race(_ change: RunChanges.RaceChange) -> JSON {
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
        ("sentence", .text(alignment.sentence(of: RunDifference(.race(change))))),
        ("decisive", .flag(true)),
      ])
  }

  private func presence(
    _ presence: RunChanges.Presence, _ run: ComparedRun, _ other: ComparedRun
  ) -> JSON {
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
