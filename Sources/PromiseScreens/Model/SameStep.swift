import PromiseEvents
import PromiseGraph

/// Where a run stands that takes the place of another one of the same program: at the event that means the
/// same, if there is one, for numbers change with every line that is written.
///
/// A promise is the same by its name and its place among those of that name; an event by its kind, its
/// promise, or what it says, and its place among those. O(events)
struct SameStep {
  private let old: Run
  private let new: Run
  private let oldNames: Names
  private let newNames: Names

  init(from old: Run, to new: Run) {
    self.old = old
    self.new = new
    oldNames = Names(old.known)
    newNames = Names(new.known)
  }

  /// The event of the new run at which to stand: the same one, else the one of that number, else the last.
  /// Who stood at the end stands there again.
  var playhead: Int {
    if old.playhead <= old.history.base { return new.history.base }
    if old.playhead == old.history.last { return new.history.last }
    return event(old.playhead) ?? min(old.playhead, new.history.last)
  }

  /// The old run, with the promises and events that the user has chosen named as in the new one.
  var translated: Run {
    var run = old
    run.selection = old.selection.flatMap { promise($0) }
    run.marked = old.marked.flatMap { promise($0) }
    run.trail = []
    run.orders = [:]
    run.bookmarks = Set(old.bookmarks.compactMap { event($0) })
    run.why = old.why == nil ? nil : WhyPanel()
    run.choosing = false
    return run
  }

  /// The promise that is called the same.
  func promise(_ id: PromiseID) -> PromiseID? {
    oldNames.name(of: id).flatMap { newNames[$0] }
  }

  /// The event that means the same as the old event of that number.
  private func event(_ number: Int) -> Int? {
    guard let wanted = old.history[number].flatMap({ Meaning($0, oldNames) }) else { return nil }
    let place = old.history.events.prefix { $0.sequence < number }
      .count { Meaning($0, oldNames) == wanted }
    let same = new.history.events.lazy.filter { Meaning($0, newNames) == wanted }
    return same.dropFirst(place).first { _ in true }?.sequence
  }
}

extension SameStep {
  /// A promise as a person names it: the second `fetch`.
  struct Name: Hashable {
    var text: String
    var place: Int
  }

  /// The promises of a run by their names.
  struct Names {
    private var names: [PromiseID: Name] = [:]
    private var promises: [Name: PromiseID] = [:]

    init(_ graph: Graph) {
      var counts: [String: Int] = [:]
      for node in graph.promises {
        let text = node.name
        let name = Name(text: text, place: counts[text, default: 0])
        counts[text, default: 0] += 1
        names[node.id] = name
        promises[name] = node.id
      }
    }

    subscript(name: Name) -> PromiseID? { promises[name] }
    func name(of promise: PromiseID) -> Name? { names[promise] }
  }

  /// What an event tells, whatever its number and its time.
  private struct Meaning: Hashable {
    var kind: PromiseEvent.Kind.Name
    var subject: Name?
    var text: String?

    init?(_ event: PromiseEvent, _ names: Names) {
      kind = event.kind.name
      subject = event.kind.promises.first.flatMap { names.name(of: $0) }
      switch event.kind {
      case .note(let said): text = said
      case .queueDeclared(_, let label, _, _): text = label
      case .threadNamed(_, let name): text = name
      case .sourceText(let file, _, _): text = file
      case .created, .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted,
        .jobEnded,
        .touched, .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded,
        .inputSettled,
        .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
        .awaitBegan,
        .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled, .choiceMade,
        .intervened, .dropped:
        text = nil
      }
    }
  }
}
