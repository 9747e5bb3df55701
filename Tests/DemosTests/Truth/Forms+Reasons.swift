import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The second lines of the captions of playback: causes and consequences.
extension SentenceForms {
  static func reasons(_ played: PlayedBeat) -> SentenceForms {
    let own = waits(played) + causes(played) + consequences(played) + skips + ends(played)
    return SentenceForms("reason", own + rules.forms)
  }

  /// The events of a beat and, behind them, of its instant.
  private static func instant(_ played: PlayedBeat, _ scene: EventScene) -> ArraySlice<PromiseEvent>
  {
    scene.record.events[played.after..<(scene.number + scene.rest.count)]
  }

  /// The promises that a beat is about: what runs or is timed while time passes, or what settles.
  private static func subjects(_ played: PlayedBeat, _ scene: EventScene) -> [PromiseID] {
    if scene.now < played.beat.times.upperBound {
      let running = scene.running()
      return running.isEmpty
        ? scene.timers.prefix(1).compactMap(\.promise) : running.compactMap(\.job.child)
    }
    return scene.record.settled.values.filter {
      $0.number > played.after && $0.number <= scene.number + scene.rest.count
    }.map(\.settlement.promise)
  }

  private static func reads(_ reader: PromiseID, _ subject: PromiseID, _ scene: EventScene) -> Bool
  {
    scene.parents(reader).contains(subject)
      || scene.record.adoptions[reader]?.contains {
        $0.number <= scene.number && $0.inner == subject
      } == true
  }

  private static func waits(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm("{short} waits on {queue} for {short2} to end") { match, scene in
        let fits = try match.queues().contains { queue in
          scene.line(of: queue).contains { scene.captionName($0.id) == match.text("short") }
            && scene.running(on: queue).contains {
              scene.captionName($0.id) == match.text("short2")
            }
        }
        try match.require(fits, "it does not")
      },
      SentenceForm("{short} waits on {queue}, where {n} jobs run") { match, scene in
        let fits = try match.queues().contains { queue in
          scene.line(of: queue).contains { scene.captionName($0.id) == match.text("short") }
            && (try? match.number()) == scene.running(on: queue).count
        }
        try match.require(fits, "it does not")
      },
      SentenceForm("at the same time, on {text}") { match, scene in
        let labels = scene.running().map { scene.label($0.job.queue) }
        try match.require(labels.count > 1, "only \(labels) run")
        let said = match.text().replacing(" and ", with: ", ").components(separatedBy: ", ")
        try match.require(
          said.allSatisfy { $0.hasSuffix(" more") || labels.contains($0) }, "it is \(labels)")
      },
      SentenceForm("no job runs, and <no timer is|a timer is|{n} timers are> set") { match, scene in
        let count = scene.timers.count
        let said = (try? match.number()) ?? (count > 1 ? -1 : count)
        try match.require(scene.running().isEmpty && said == count, "something does")
      },
      SentenceForm("<{text} <verb:waits|wait> for it|its outcome goes to {text}>") { match, scene in
        let said = match.text().replacing(" and ", with: ", ").components(separatedBy: ", ")
        let fits = subjects(played, scene).contains { subject in
          said.allSatisfy { name in
            name.hasSuffix(" more")
              || scene.captioned(name).contains { reads($0, subject, scene) }
          }
        }
        try match.require(fits, "\(said) do not wait for \(subjects(played, scene))")
      },
      SentenceForm("what waited for it has settled already") { match, scene in
        let fits = subjects(played, scene).contains { subject in
          let readers = scene.record.created.keys.filter { reads($0, subject, scene) }
          return !readers.isEmpty
            && readers.allSatisfy { scene.settlement($0) != nil || scene.freed($0) != nil }
        }
        try match.require(fits, "something waits")
      },
      SentenceForm("nothing was attached to {short} when it settled") { match, scene in
        let fits = scene.captioned(match.text("short")).contains { subject in
          let then = EventScene(scene.record, at: scene.record.settled[subject]?.number ?? 0)
          return !scene.record.created.keys.contains {
            reads($0, subject, then) && then.settlement($0) == nil
          }
        }
        try match.require(fits, "something was")
      },
      SentenceForm("the outcome of {short} goes to {short2}") { match, scene in
        let fits = scene.captioned(match.text("short")).contains { subject in
          scene.settlement(subject) != nil
            && scene.captioned(match.text("short2")).contains { reads($0, subject, scene) }
        }
        try match.require(fits, "it does not")
      },
      SentenceForm("no handler and no fan-in is attached to it") { match, scene in
        let fits = subjects(played, scene).contains { subject in
          !scene.record.created.keys.contains { reads($0, subject, scene) }
        }
        try match.require(fits, "something is attached")
      },
      SentenceForm("{text} <verb:waits|wait> for no other promise, unlike the other <one|{n}>") {
        match, scene in
        let made = scene.record.created.filter { $0.value.number <= scene.number }
          .sorted { $0.value.number < $1.value.number }
        let roots = made.filter {
          $0.value.creation.parents.isEmpty && !scene.isFanIn($0.key)
        }.map(\.key)
        try match.require(
          isList(match.text(), of: roots.map(scene.captionName)), "they are \(roots)")
        try match.require(
          ((try? match.number()) ?? 1) == made.count - roots.count, "of \(made.count)")
      },
      SentenceForm("no promise waits for another") { match, scene in
        let made = scene.record.created.values.filter { $0.number <= scene.number }
        try match.require(made.allSatisfy { $0.creation.parents.isEmpty }, "one does")
      },
    ]
  }

  private static func causes(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm("{short} <verb:settles when {short2} does|waits for {short2}>") { match, scene in
        let fits = instant(played, scene).contains { event in
          guard case .adopted(let outer, let inner) = event.kind else { return false }
          return scene.captionName(outer) == match.text("short")
            && scene.captionName(inner) == match.text("short2")
        }
        let isReplaced = ["short", "short2"].contains { name in
          scene.captioned(match.text(name)).contains(where: scene.neverSettles)
        }
        try match.require(
          fits && isReplaced != match.text("verb").hasPrefix("settles"), "it adopts nothing else")
      },
      SentenceForm("because {short} is {outcome}") { match, scene in
        let fits = scene.captioned(match.text("short")).contains { parent in
          scene.settlement(parent)?.settlement.outcome.rawValue == match.text("outcome")
            && instant(played, scene).contains { event in
              guard case .jobStarted(_, let child?, _) = event.kind else { return false }
              return scene.record.attachment[child]?.parent == parent
                || scene.operation(child) == .retry && scene.inputs(child).contains(parent)
            }
        }
        try match.require(fits, "no handler of it starts")
      },
      SentenceForm("{short} created it") { match, scene in
        let fits = instant(played, scene).contains { event in
          guard case .jobStarted(_, let child?, _) = event.kind else { return false }
          return scene.record.creators[child].map(scene.captionName) == match.text("short")
        }
        try match.require(fits, "it did not")
      },
      SentenceForm("the program created it") { match, scene in
        let fits = instant(played, scene).contains { event in
          guard case .jobStarted(_, let child?, _) = event.kind else { return false }
          return scene.record.creators[child] == nil && scene.record.attachment[child] == nil
        }
        try match.require(fits, "a handler created it")
      },
      SentenceForm("it is an attempt of {short}") { match, scene in
        let fits = instant(played, scene).contains { event in
          guard case .jobStarted(_, let child?, _) = event.kind else { return false }
          return scene.captioned(match.text("short")).contains {
            scene.operation($0) == .retry && scene.inputs($0).contains(child)
          }
        }
        try match.require(fits, "it is none")
      },
      SentenceForm("it still runs on {queue}") { match, scene in
        try match.require(
          try match.queues().contains { !scene.running(on: $0).isEmpty }, "nothing runs there")
      },
      SentenceForm("it still runs inline") { match, scene in
        let runs = scene.running().contains {
          scene.record.queues[$0.job.queue]?.kind == .immediate
        }
        try match.require(runs, "nothing runs inline")
      },
      SentenceForm("no handler prints it") { match, scene in
        let fits = scene.record.notes.contains {
          $0.number > played.after && $0.number <= scene.number
            && scene.record.innermost[$0.number - 1] == nil
        }
        try match.require(fits, "one does")
      },
    ]
  }

  /// The jobs that are enqueued in the beat's instant because of one of its promises.
  private static func enqueued(
    _ played: PlayedBeat, _ scene: EventScene
  ) -> [(number: Int, child: PromiseID, queue: PromiseEvent.QueueID)] {
    let subjects = Set(subjects(played, scene))
    return instant(played, scene).compactMap { event in
      guard case .jobEnqueued(_, let child?, let queue, _) = event.kind,
        let parent = scene.record.attachment[child]?.parent, subjects.contains(parent),
        // What is attached later is reached later.
        let made = scene.record.created[child]?.number,
        made < scene.record.settled[parent]?.number ?? 0
      else { return nil }
      return (event.sequence, child, queue)
    }
  }

  private static func consequences(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm(
        "so {short} is enqueued on {queue}[<state:, which is idle|, behind {n} jobs|, behind {short2}>]"
      ) { match, scene in
        let fits = try enqueued(played, scene).contains { number, child, queue in
          guard scene.captionName(child) == match.text("short"), try match.queues().contains(queue)
          else { return false }
          let then = EventScene(scene.record, at: number)
          let others = then.line(of: queue).filter { $0.job.child != child }
          switch match.text("state") {
          case "": return true
          case ", which is idle": return others.isEmpty && then.running(on: queue).isEmpty
          case let state where state.hasSuffix(" jobs"):
            let isSerial = scene.record.queues[queue]?.kind == .serial
            return try isSerial && match.number() == others.count + then.running(on: queue).count
          default:
            return others.isEmpty
              && then.running(on: queue).contains {
                scene.captionName($0.id) == match.text("short2")
              }
          }
        }
        try match.require(fits, "\(enqueued(played, scene)) are enqueued")
      },
      SentenceForm("so {short} runs inline") { match, scene in
        let fits = enqueued(played, scene).contains { _, child, queue in
          scene.captionName(child) == match.text("short")
            && scene.record.queues[queue]?.kind == .immediate
        }
        try match.require(fits, "it does not")
      },
      SentenceForm("so {text} <verb:are enqueued on {queue}, in this order|may run>") {
        match, scene in
        let all = enqueued(played, scene)
        let fits = Set(all.compactMap { scene.record.attachment[$0.child]?.parent }).contains {
          parent in
          let own = all.filter { scene.record.attachment[$0.child]?.parent == parent }
          let isThere = (try? match.queues()).map { queues in
            own.allSatisfy { queues.contains($0.queue) }
          }
          return isThere != false
            && isList(match.text(), of: own.map { scene.captionName($0.child) })
        }
        try match.require(fits, "what is enqueued is \(all)")
      },
      SentenceForm("{short} still has {n} of {n2} inputs pending") { match, scene in
        let fits = arrivals(played, scene).contains { fanIn, number in
          let then = EventScene(scene.record, at: number)
          let (all, arrived) = (then.inputs(fanIn).count, then.arrivals(fanIn).count)
          return scene.captionName(fanIn) == match.text("short")
            && (try? match.number("n2")) == all && (try? match.number()) == all - arrived
        }
        try match.require(fits, "it has not")
      },
      SentenceForm(
        "<what:so {short} settles|it is the last input of {short}|an attempt of {short} has failed|too late for {short}, which has settled>"
      ) { match, scene in
        let what = match.text("what")
        let fits = arrivals(played, scene).contains { fanIn, number in
          guard scene.captionName(fanIn) == match.text("short") else { return false }
          let then = EventScene(scene.record, at: number)
          let input = then.arrivals(fanIn).last
          if what.hasPrefix("so") {
            return scene.record.settled[fanIn]?.settlement.from == input?.input
          } else if what.hasPrefix("it") {
            return then.inputs(fanIn).count == then.arrivals(fanIn).count
          } else if what.hasPrefix("an") {
            return scene.operation(fanIn) == .retry && input?.outcome != .fulfilled
          }
          return input?.isIgnored == true && then.settlement(fanIn) != nil
        }
        try match.require(fits, "it is not so")
      },
      SentenceForm("its <what:other input no longer counts|{n} other inputs no longer count>") {
        match, scene in
        let count = (try? match.number()) ?? 1
        let fits = subjects(played, scene).contains { fanIn in
          scene.isFanIn(fanIn)
            && scene.inputs(fanIn).count - scene.arrivals(fanIn).count { !$0.isIgnored } == count
        }
        try match.require(fits, "it is not so")
      },
    ]
  }

  /// The inputs that settle in the beat's instant: the fan-in, and the number of the event.
  private static func arrivals(
    _ played: PlayedBeat, _ scene: EventScene
  ) -> [(fanIn: PromiseID, number: Int)] {
    let subjects = Set(subjects(played, scene))
    return instant(played, scene).compactMap { event in
      switch event.kind {
      case .inputSettled(let fanIn, _, let input, _), .inputIgnored(let fanIn, _, let input, _):
        subjects.contains(input) ? (fanIn, event.sequence) : nil
      default: nil
      }
    }
  }

  private static var skips: [SentenceForm] {
    let reasons: [(String, PromiseEvent.SkipReason)] = [
      ("for errors only, and {short} is {outcome}", .valuePassesErrorHandler),
      ("for values only, and {short} is {outcome}", .errorPassesValueHandler),
      (
        "not for cancellations, and {short} is {outcome}", .cancellationPassesByPolicy
      ),
      ("not for the error of {short}", .errorNotNamed),
      ("its owner no longer exists", .ownerGone),
      ("its chain was cancelled before it could run", .chainCancelled),
    ]
    return reasons.map { template, reason in
      SentenceForm(template) { match, scene in
        let fits = scene.record.skipped.values.contains { skip in
          skip.reason == reason && scene.time(skip.number) == scene.now
            && (!match.has("short") || scene.captionName(skip.parent) == match.text("short"))
            && (!match.has("outcome")
              || scene.settlement(skip.parent)?.settlement.outcome.rawValue == match.text("outcome"))
        }
        try match.require(fits, "nothing is skipped so")
      }
    }
  }

  private static func ends(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm("nothing settled") { match, scene in
        try match.require(subjects(played, scene).isEmpty, "something did")
      },
      SentenceForm("no promise is pending") { match, scene in
        try match.require(!scene.record.created.keys.contains(where: scene.isPending), "one is")
      },
      SentenceForm("still pending: {text}") { match, scene in
        let open = scene.record.created.filter { scene.isPending($0.key) }
          .sorted { $0.value.number < $1.value.number }.map { scene.captionName($0.key) }
        try match.require(isList(match.text(), of: open), "they are \(open)")
      },
      // What is wrong, and what to do about it, is held against the warnings, which have a witness of their own.
      SentenceForm("{text}") { match, scene in
        var state = RunState()
        for event in scene.record.events.prefix(scene.number) { state.apply(event) }
        let known = Array(state.warnings) + state.warningsAtEnd
        try match.require(
          played.beat.caption.sentence.hasPrefix("warning: ")
            && known.contains { $0.fix == match.text() }, "there is no such warning")
      },
    ]
  }
}
