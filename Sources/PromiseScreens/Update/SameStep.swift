import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Finds the playhead for a run that replaces another run of the same program: the corresponding event, if
/// there is one, because event numbers change with every edit of the program.
///
/// Promises correspond by name and position among promises of that name; events by kind, by promise or
/// text, and by position among such events. O(events)
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

  /// The event for the playhead in the new run: the corresponding one, or else the one of that number, or
  /// else the last. A playhead at the end stays at the end.
  var playhead: Int {
    if old.playhead <= old.history.base { return new.history.base }
    if old.playhead == old.history.last { return new.history.last }
    return event(old.playhead) ?? min(old.playhead, new.history.last)
  }

  /// The old run, with the selected promises and bookmarked events translated to the new run.
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

  /// Returns the corresponding promise.
  func promise(_ id: PromiseID) -> PromiseID? {
    oldNames.name(of: id).flatMap { newNames[$0] }
  }

  /// Returns the event that corresponds to the old event of that number.
  private func event(_ number: Int) -> Int? {
    guard let wanted = old.history[number].flatMap({ Meaning($0, oldNames) }) else { return nil }
    let place = old.history.events.prefix { $0.sequence < number }
      .count { Meaning($0, oldNames) == wanted }
    let same = new.history.events.lazy.filter { Meaning($0, newNames) == wanted }
    return same.dropFirst(place).first { _ in true }?.sequence
  }
}

extension SameStep {
  /// A promise by name and position, such as the second `fetch`.
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

  /// What an event says, apart from its number and time.
  private struct Meaning: Hashable {
    var kind: PromiseEvent.Kind.Name
    var subject: Name?
    var text: String?

    init?(_ event: PromiseEvent, _ names: Names) {
      kind = event.kind.name
      subject = event.kind.mentioned.subject.flatMap { names.name(of: $0) }
      switch event.kind {
      case .note(let said): text = said
      case .queueDeclared(_, let label, _, _): text = label
      case .threadNamed(_, let name): text = name
      case .sourceText(let file, _, _): text = file
      default: text = nil
      }
    }
  }
}
