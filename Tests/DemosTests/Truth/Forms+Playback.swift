import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The captions of playback. Their scene is at the end of the beat, or at its start while time passes; the form
/// finds the events of the beat in ``PlayedBeat``.
struct PlayedBeat: Sendable {
  var beat: Beat
  /// The last event of the beat before.
  var after: Int
}

extension SentenceForms {
  /// Returns the forms of the captions of a beat.
  static func playback(_ played: PlayedBeat) -> SentenceForms {
    let own: [SentenceForm] = waits(played) + steps(played) + ends(played)
    return SentenceForms("caption", own + happenings.forms + narration.forms)
  }

  private static func waits(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm("for {brief} ms[: {text}][; {n} jobs wait]") { match, scene in
        let times = played.beat.times
        try match.require("brief", is: times.upperBound - times.lowerBound)
        try checkActivity(match.text(), match, scene)
      },
      SentenceForm("{brief} ms after the last event[: {text}][; {n} jobs wait]") { match, scene in
        try match.require("brief", is: scene.now - scene.record.time(scene.number))
        try checkActivity(match.text(), match, scene)
      },
    ]
  }

  /// Holds what is said to run and to wait against the jobs and timers.
  private static func checkActivity(
    _ runs: String, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let running = scene.running().map { scene.captionName($0.id) }
    let waiting = scene.line().count
    try match.require((try? match.number()) ?? 1 == max(1, waiting), "\(waiting) jobs wait")
    switch running.count {
    case 0:
      guard let timer = scene.timers.first else {
        return try match.require(runs.isEmpty, "nothing runs")
      }
      let name = timer.promise.map(scene.captionName) ?? ""
      let count = scene.timers.count
      let expected =
        count > 1
        ? "of \(count) timers, that of \(name) is next" : "the timer of \(name) runs"
      try match.require(
        name.isEmpty ? runs.isEmpty : runs == expected,
        "the next timer is that of \(name)")
    case 1:
      let queue = scene.label(scene.running()[0].job.queue)
      let job = scene.running()[0].job
      let started = job.started
      let waited =
        (scene.time(started) ?? 0) - (scene.time(job.enqueued) ?? scene.time(started) ?? 0)
      let tenths = waited / 100_000
      let shown = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
      let suffix = waited < 50_000 ? "" : ", after \(shown) ms in the queue"
      let isNew = runs == "\(running[0]) runs on \(queue)\(suffix)"
      // It was running when an earlier time began to pass.
      let isOld = (scene.time(started) ?? .max) < scene.now
      try match.require(
        isNew || isOld && runs == "\(running[0]) still runs on \(queue)",
        "what runs is \(running) on \(queue)")
    case 2, 3:
      let names = runs.hasSuffix(" run") ? String(runs.dropLast(4)) : ""
      let all = names.replacing(" and ", with: ", ").components(separatedBy: ", ")
      try match.require(all.sorted() == running.sorted(), "what runs is \(running)")
    default: try match.require(runs == "\(running.count) jobs run", "what runs is \(running)")
    }
  }

  /// The jobs that run for a promise or with a label, and that start in the beat.
  private static func started(
    _ name: String, _ played: PlayedBeat, _ scene: EventScene
  ) -> [(id: PromiseEvent.JobID, job: EventRecord.Job)] {
    scene.record.jobs.filter { id, job in
      guard scene.captionName(id) == name, let started = job.started else { return false }
      return started <= scene.number
        && scene.record.time(started) == played.beat.times.lowerBound
    }.map { ($0.key, $0.value) }
  }

  /// The end of the instant of a beat: a caption tells all that a job does at the instant at which it starts.
  private static func instant(_ scene: EventScene) -> EventScene {
    EventScene(scene.record, at: scene.number + scene.rest.count)
  }

  private static func steps(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm(
        "{short} <place:runs on {queue}|runs inline>[: {text}][, for the {ordinal} time][, and <end:throws {text2}|is rejected: {text2}|is cancelled>]"
      ) {
        match, moment in
        let scene = instant(moment)
        let fits = started(match.text("short"), played, scene).contains { id, job in
          let isInline = scene.record.queues[job.queue]?.kind == .immediate
          guard isInline == (match.text("place") == "runs inline") else { return false }
          if !isInline, (try? match.queues().contains(job.queue)) != true { return false }
          let settlement = job.child.flatMap { scene.settlement($0)?.settlement }
          switch (match.has("text"), match.text("end")) {
          case (true, ""):
            return settlement?.outcome == .fulfilled
              && match.shows(settlement?.description)
          case (false, "") where match.has("ordinal"):
            let earlier = scene.record.jobsOf[job.child ?? 0]?.count {
              scene.record.jobs[$0].flatMap(\.started) ?? .max <= job.started ?? 0
            }
            return settlement == nil && (try? match.number("ordinal")) == earlier
          case (false, "is cancelled"): return settlement?.outcome == .cancelled
          case (false, let end) where end.hasPrefix("throws"):
            return settlement?.outcome == .rejected && job.ending == .threw
              && match.shows(settlement?.description, "text2")
          case (false, let end) where end.hasPrefix("is rejected"):
            return settlement?.outcome == .rejected && job.ending != .threw
              && match.shows(settlement?.description, "text2")
          // Its promise may settle later.
          case (false, ""):
            return scene.past(job.ended) == nil || job.ending != .threw || settlement == nil
          default: return false
          }
        }
        try match.require(fits, "no such job starts then and does that")
      },
      SentenceForm("{short} does not run: cancelled, or its owner is gone") { match, scene in
        let fits = scene.record.jobs.contains { id, job in
          scene.captionName(id) == match.text("short") && job.ending == .skipped
            && scene.past(job.ended) != nil
        }
        try match.require(fits, "it does run")
      },
      SentenceForm("{short} adopts {short2}") { match, moment in
        let scene = instant(moment)
        let fits = scene.captioned(match.text("short")).contains { outer in
          scene.record.adoptions[outer]?.contains {
            $0.number <= scene.number && scene.captionName($0.inner) == match.text("short2")
          } == true
        }
        try match.require(fits, "it does not")
      },
      SentenceForm(
        "{short} prints {text}[, and <end:throws {text2}|is rejected: {text2}|is cancelled>]"
      ) {
        match, moment in
        let scene = instant(moment)
        let printed = scene.record.notes.filter {
          $0.number <= scene.number && scene.time($0.number) == played.beat.times.lowerBound
            && match.shows($0.text)
        }.compactMap { scene.record.innermost[$0.number - 1] }
        let fits = printed.contains { id in
          guard scene.captionName(id) == match.text("short"), let job = scene.record.jobs[id]
          else { return false }
          let settlement = job.child.flatMap { scene.settlement($0)?.settlement }
          let isSaid = match.shows(settlement?.description, "text2")
          switch match.text("end") {
          case "is cancelled": return settlement?.outcome == .cancelled
          case "":
            // What happens in between is told first, and how the job ends after it.
            return true
          case let end:
            let threw = end.hasPrefix("throws")
            return isSaid && settlement?.outcome == .rejected && (job.ending == .threw) == threw
          }
        }
        try match.require(fits, "it does not")
      },
      SentenceForm("warning: {text}") { match, scene in
        var state = RunState()
        for event in scene.record.events.prefix(scene.number) { state.apply(event) }
        let known = Array(state.warnings) + state.warningsAtEnd
        try match.require(known.contains { match.shows($0.sentence) }, "there is no such warning")
      },
      SentenceForm("the program prints {text}") { match, scene in
        let notes = scene.record.notes.filter {
          $0.number <= scene.number && $0.number > played.after
        }
        try match.require(
          notes.contains { match.shows($0.text) }, "it prints \(notes)")
      },
      settlements(played), decision(played), skips(played),
    ]
  }

  /// `fetch is fulfilled: 3`, `a, b and c are rejected`
  private static func settlements(_ played: PlayedBeat) -> SentenceForm {
    SentenceForm(
      "{text} <verb:is|are> {outcome}[: {text2}]"
    ) {
      match, scene in
      let new = scene.record.settled.values.filter {
        $0.number <= scene.number && $0.number > played.after
      }.sorted { $0.number < $1.number }
      let names = new.map { scene.captionName($0.settlement.promise) }
      try match.require(new.contains { says($0.settlement, match) }, "none settles like that")
      let said = match.text().replacing(" and ", with: ", ").components(separatedBy: ", ")
      let fits = said.allSatisfy { name in
        name.hasSuffix(" more")
          || new.contains {
            scene.captionName($0.settlement.promise) == name && says($0.settlement, match)
          }
      }
      try match.require(fits, "what settles is \(names)")
    }
  }

  /// Whether a settlement is as it is said to be.
  private static func says(_ settlement: PromiseEvent.Settlement, _ match: SentenceMatch) -> Bool {
    if match.text("outcome") != settlement.outcome.rawValue { return false }
    return match.has("text2")
      ? match.shows(settlement.description, "text2") : settlement.description.isEmpty
  }

  private static func decision(_ played: PlayedBeat) -> SentenceForm {
    SentenceForm("{short} decides {short2}: {outcome}") { match, scene in
      let fits = scene.record.settled.values.contains { settled in
        settled.number <= scene.number && settled.number > played.after
          && scene.captionName(settled.settlement.promise) == match.text("short2")
          && settled.settlement.from.map(scene.captionName) == match.text("short")
          && settled.settlement.outcome.rawValue == match.text("outcome")
      }
      try match.require(fits, "it does not")
    }
  }

  private static func skips(_ played: PlayedBeat) -> SentenceForm {
    SentenceForm("{text} <verb:is|are> skipped") { match, scene in
      let new = scene.record.skipped.filter {
        $0.value.number <= scene.number && scene.time($0.value.number) == scene.now
      }.sorted { $0.value.number < $1.value.number }.map { scene.captionName($0.key) }
      let fits = new.indices.contains { start in
        isList(match.text(), of: Array(new[start...]))
      }
      try match.require(fits, "what is skipped is \(new)")
    }
  }

  /// Whether a text lists names: all of them, or the first and how many more there are.
  static func isList(_ text: String, of names: [String]) -> Bool {
    text == Language.english.list(names)
      || names.indices.dropFirst().contains { count in
        text == Language.english.list(Array(names.prefix(count)), more: names.count - count)
      }
  }

  private static func ends(_ played: PlayedBeat) -> [SentenceForm] {
    [
      SentenceForm("{n} promise<|s> created") { match, scene in
        let count = scene.record.created.count { $0.value.number <= scene.number }
        try match.require(try match.number() == count, "\(count) were created")
      },
      SentenceForm("end[: {text}]") { match, scene in
        let all = scene.record.created.keys.map { promise -> String in
          if let settled = scene.settlement(promise) { return settled.settlement.outcome.rawValue }
          let freed = scene.freed(promise)
          return freed.map { $0.isForwarded ? "forwarded" : "freed" } ?? "pending"
        }
        let words = ["fulfilled", "rejected", "cancelled", "pending", "forwarded"]
        let parts = words.compactMap { word in
          let count = all.count { $0 == word }
          return count > 0 ? "\(count) \(word)" : nil
        }
        try match.require(match.text() == parts.joined(separator: ", "), "they are \(parts)")
      },
      SentenceForm(
        "[{text}: ][{n} job<|s> ran][, ][{n2} promise<|s> settled][, {n3} rejected][nothing settled][, up to {brief} ms]"
      ) {
        match, scene in
        if match.has("brief") { try match.require("brief", is: played.beat.times.upperBound) }
        let new = scene.record.events[played.after..<scene.number]
        let runs = new.count { event in
          if case .jobEnded(_, _, _, let ending) = event.kind { ending != .skipped } else { false }
        }
        let settled = new.compactMap { event in
          if case .settled(let settlement) = event.kind { settlement } else { nil }
        }
        let rejected = settled.count { $0.outcome == .rejected }
        try match.require((try? match.number()) ?? 0 == runs, "\(runs) ran")
        try match.require(
          (try? match.number("n2")) ?? 0 == settled.count, "\(settled.count) settled")
        try match.require((try? match.number("n3")) ?? 0 == rejected, "\(rejected) were rejected")
      },
      SentenceForm("{time} to {time2} ms") { match, scene in
        try match.require("time", is: played.beat.times.lowerBound)
        try match.require("time2", is: played.beat.times.upperBound)
      },
    ]
  }
}
