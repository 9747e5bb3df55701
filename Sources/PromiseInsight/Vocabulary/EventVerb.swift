import PromiseEvents
import PromiseGraph

/// What happened, in one or two words for the row of an event; stored in a byte.
enum EventVerb: UInt8, Hashable, Sendable, CaseIterable {
  case created, bodyStarts, bodyEnds, attached, skipped, lockedIn, fulfilled, rejected, cancelled
  case ignored, input, inputWon, inputOK, inputError, inputGone, inputLost, handled, unhandled,
    freed
  case enqueued, handlerStarts, handlerEnds, jobStarts, jobEnds, waitBegins, waitEnds, cancel
  case awaitBegins, awaitEnds
  case touches, timerSet, timerFires, timerStops, choice, queue, thread, note, source, unknown, gap
  case byHand, span, process, gateCloses, gateOpens, held, released, missed

  /// How a promise was created, as far as verbs depend on it.
  enum Maker: Int32, Hashable, Sendable {
    case other, body, race, any

    init(_ operation: PromiseEvent.Operation) {
      self =
        switch operation {
        case .body, .async: .body
        case .race: .race
        case .any: .any
        default: .other
        }
    }
  }

  /// The text in the row.
  var text: String { text(in: .english) }

  /// Returns the text in the row in a language, in at most 11 columns.
  func text(in language: Language) -> String {
    switch self {
    case .created: language.text("created")
    case .bodyStarts: language.text("body >")
    case .bodyEnds: language.text("body <")
    case .attached: language.text("attached")
    case .skipped: language.text("skipped")
    case .lockedIn: language.text("locked-in")
    case .fulfilled: language.text("fulfilled")
    case .rejected: language.text("rejected")
    case .cancelled: language.text("cancelled")
    case .ignored: language.text("ignored")
    case .input: language.text("input")
    case .inputWon: language.text("input won")
    case .inputOK: language.text("input ok")
    case .inputError: language.text("input error")
    case .inputGone: language.text("input gone")
    case .inputLost: language.text("input lost")
    case .handled: language.text("handled")
    case .unhandled: language.text("unhandled")
    case .freed: language.text("freed")
    case .enqueued: language.text("enqueued")
    case .handlerStarts: language.text("handler >")
    case .handlerEnds: language.text("handler <")
    case .jobStarts: language.text("job >")
    case .jobEnds: language.text("job <")
    case .waitBegins: language.text("wait >")
    case .waitEnds: language.text("wait <")
    case .cancel: language.text("cancel")
    case .awaitBegins: language.text("await >")
    case .awaitEnds: language.text("await <")
    case .touches: language.text("accesses")
    case .timerSet: language.text("timer set")
    case .timerFires: language.text("timer fires")
    case .timerStops: language.text("timer stops")
    case .choice: language.text("choice")
    case .queue: language.text("queue")
    case .thread: language.text("thread")
    case .note: language.text("note")
    case .source: language.text("source")
    case .unknown: language.text("unknown")
    case .gap: language.text("gap")
    case .byHand: language.text("what-if")
    case .span: language.text("span")
    case .process: language.text("process")
    case .gateCloses: language.text("gate closes")
    case .gateOpens: language.text("gate opens")
    case .held: language.text("held")
    case .released: language.text("let go")
    case .missed: language.text("not kept")
    }
  }

  /// Creates the verb of an event; `maker` returns how a promise was created.
  init(_ kind: PromiseEvent.Kind, maker: (PromiseID) -> Maker) {
    switch kind {
    case .created: self = .created
    case .bodyStarted: self = .bodyStarts
    case .bodyEnded: self = .bodyEnds
    case .handlerAttached: self = .attached
    case .handlerSkipped: self = .skipped
    case .adopted: self = .lockedIn
    case .settled(let settlement): self = Self(settlement.outcome)
    case .resolutionIgnored: self = .ignored
    case .inputAdded: self = .input
    case .inputSettled(let fanIn, _, _, let outcome): self = Self(outcome, maker(fanIn))
    case .inputIgnored: self = .inputLost
    case .errorHandled: self = .handled
    case .errorUnhandled: self = .unhandled
    case .deallocated: self = .freed
    case .jobStarted(_, let child, _):
      self = child.map { maker($0) == .body ? .bodyStarts : .handlerStarts } ?? .jobStarts
    case .jobEnded(_, let child, _, _):
      self = child.map { maker($0) == .body ? .bodyEnds : .handlerEnds } ?? .jobEnds
    case .jobEnqueued: self = .enqueued
    case .touched: self = .touches
    case .waitBegan: self = .waitBegins
    case .waitEnded: self = .waitEnds
    case .awaitBegan: self = .awaitBegins
    case .awaitEnded: self = .awaitEnds
    case .cancelRequested: self = .cancel
    case .timerScheduled: self = .timerSet
    case .timerFired: self = .timerFires
    case .timerCancelled: self = .timerStops
    case .choiceMade: self = .choice
    case .queueDeclared: self = .queue
    case .threadNamed: self = .thread
    case .note: self = .note
    case .sourceText: self = .source
    case .intervened: self = .byHand
    case .dropped(let count): self = count > 0 ? .gap : .unknown
    case .spanLinked: self = .span
    case .processDeclared: self = .process
    case .threadAssigned: self = .thread
    case .gateChanged(let change): self = Self(change)
    }
  }

  private init(_ change: PromiseEvent.GateChange) {
    switch change.action {
    case .closed: self = .gateCloses
    case .opened: self = .gateOpens
    case .held: self = .held
    case .released: self = .released
    case .missed: self = .missed
    }
  }

  private init(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: self = .fulfilled
    case .rejected: self = .rejected
    case .cancelled: self = .cancelled
    }
  }

  private init(_ outcome: PromiseEvent.Outcome, _ maker: Maker) {
    switch (maker, outcome) {
    case (.race, _), (.any, .fulfilled): self = .inputWon
    case (_, .fulfilled): self = .inputOK
    case (_, .rejected): self = .inputError
    case (_, .cancelled): self = .inputGone
    }
  }
}
