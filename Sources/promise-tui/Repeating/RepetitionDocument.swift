import PromiseCourse
import PromiseGraph
import PromiseSimulation

/// Runs of a program as one object of JSON, for programs. Its keys are a promise: others may be added.
struct RepetitionDocument {
  let plan: RepeatPlan
  let repetition: Repetition
  let pair: RunPair?
  let folder: String

  /// The object, in one line.
  var text: String { "\(json)\n" }

  private var json: JSON {
    .object([
      ("promise-repetition", .number(1)),
      ("program", .texts(plan.words)),
      ("by", .text(repetition.grouping.rawValue)),
      ("planned", repetition.planned < .max ? .number(repetition.planned) : .null),
      ("runs", .number(repetition.runs)),
      ("failures", .number(repetition.failures)),
      ("ended", .text(repetition.progress.name)),
      ("seconds", .fraction(repetition.duration / .seconds(1))),
      ("unrecorded", .number(repetition.unrecorded)),
      ("lost", .number(repetition.lost)),
      ("others", .number(repetition.others)),
      ("failingOthers", .number(repetition.failingOthers)),
      ("expectations", .texts(plan.expectations.map(\.text))),
      ("remarks", .texts(repetition.remarks)),
      ("kept", .text(folder)),
      ("outcomes", .list(repetition.groups.enumerated().map(outcome))),
      ("difference", pair.map(difference) ?? .null),
    ])
  }

  private func outcome(_ place: Int, _ group: Repetition.Group) -> JSON {
    let run = group.first
    return .object([
      ("number", .number(place + 1)),
      ("runs", .number(group.count)),
      ("share", .fraction(repetition.share(of: group))),
      ("first", .number(run.number)),
      // As a text: a number of JSON may not hold all of its digits.
      ("seed", .maybe(run.seed.map { "\($0)" })),
      ("fails", .flag(run.fails)),
      ("ending", .text("\(run.ending)")),
      ("notes", .texts(run.digest?.notes ?? [])),
      ("unhandled", .texts(run.digest?.unhandled ?? [])),
      ("order", .texts(run.digest?.names ?? [])),
      ("breaks", .texts(run.broken)),
      ("reasons", .texts(run.reasons)),
      ("said", .maybe(run.lastWords)),
      ("events", .number(run.digest?.events ?? 0)),
      ("trace", .maybe(group.trace)),
      ("printed", .maybe(group.printed)),
      ("replay", .maybe(run.seed.map { _ in plan.replay(run) })),
    ])
  }

  private func difference(_ pair: RunPair) -> JSON {
    .object([
      ("sentence", .text(pair.sentence)), ("other", side(pair.other)), ("this", side(pair.this)),
    ])
  }

  private func side(_ side: RunPair.Side) -> JSON {
    .object([
      ("outcome", .number(side.group + 1)), ("event", .number(side.event)),
      (
        "lines",
        .list(
          side.lines.map { line in
            .object([
              ("event", .number(line.event)), ("nanoseconds", .number(Int(line.time))),
              ("queue", .maybe(line.queue)), ("text", .text(line.text)),
              ("parts", .flag(line.kind == .parting)),
            ])
          })
      ),
    ])
  }
}

extension Repetition.Progress {
  /// One word for programs.
  fileprivate var name: String {
    switch self {
    case .running: "running"
    case .complete: "complete"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}
