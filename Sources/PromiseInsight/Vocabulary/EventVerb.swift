import PromiseEvents
import PromiseGraph

/// What happened, in one or two words of at most 11 columns for the row of an event; stored in a byte.
enum EventVerb: String, Hashable, Sendable, CaseIterable {
  case created, attached, skipped, adopts, fulfilled, rejected, cancelled, ignored, input, handled,
    unhandled, freed, enqueued, accesses, cancel, choice, queue, thread, note, source,
    unknown, gap, span, process, held
  case bodyStarts = "body starts"
  case bodyEnds = "body ends"
  case jobStarts = "job starts"
  case jobEnds = "job ends"
  case inputLost = "input lost"
  case waitBegins = "wait"
  case waitEnds = "wait ends"
  case awaitBegins = "await"
  case awaitEnds = "await ends"
  case timerSet = "timer set"
  case timerFires = "timer fires"
  case timerStops = "timer stops"
  case byHand = "what-if"
  case gateCloses = "gate closes"
  case gateOpens = "gate opens"
  case released = "let go"
  case missed = "not kept"

  /// Returns the text in the row in a language.
  func text(in language: Language) -> String { language.text(Phrase(rawValue)) }

  /// Its place among all verbs, which is also its representation in memory.
  var code: UInt8 { withUnsafeBytes(of: self) { $0[0] } }

  /// Creates the verb of an event.
  init(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .created: self = .created
    case .bodyStarted: self = .bodyStarts
    case .bodyEnded: self = .bodyEnds
    case .handlerAttached: self = .attached
    case .handlerSkipped: self = .skipped
    case .adopted: self = .adopts
    case .settled(let settlement):
      switch settlement.outcome {
      case .fulfilled: self = .fulfilled
      case .rejected: self = .rejected
      case .cancelled: self = .cancelled
      }
    case .resolutionIgnored: self = .ignored
    case .inputAdded, .inputSettled: self = .input
    case .inputIgnored: self = .inputLost
    case .errorHandled: self = .handled
    case .errorUnhandled: self = .unhandled
    case .deallocated: self = .freed
    case .jobEnqueued: self = .enqueued
    case .jobStarted: self = .jobStarts
    case .jobEnded: self = .jobEnds
    case .touched: self = .accesses
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
    case .threadNamed, .threadAssigned: self = .thread
    case .note: self = .note
    case .sourceText: self = .source
    case .intervened: self = .byHand
    case .dropped(let count): self = count > 0 ? .gap : .unknown
    case .spanLinked: self = .span
    case .processDeclared: self = .process
    case .gateChanged(let change):
      switch change.action {
      case .closed: self = .gateCloses
      case .opened: self = .gateOpens
      case .held: self = .held
      case .released: self = .released
      case .missed: self = .missed
      }
    }
  }
}
