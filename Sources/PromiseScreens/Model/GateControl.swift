import PromiseEvents
import PromiseGraph
import PromiseInsight

/// What the screens know about the gate of a live program beside its events: the breakpoints, and what they
/// have asked it for.
struct GateControl: Hashable, Sendable {
  /// A breakpoint, and what it has done.
  struct Entry: Hashable, Sendable {
    var breakpoint: Breakpoint
    /// How often it has closed the gate.
    var hits = 0
    /// How many warnings have matched it, if it is about warnings.
    var warnings = 0
    /// Why it may never stop the program; `nil` if nothing speaks for that.
    var doubt: String?

    init(_ breakpoint: Breakpoint) { self.breakpoint = breakpoint }
  }

  /// The breakpoints in order; the first one has the number 1.
  var entries: [Entry]
  /// Whether the gate was closed at the newest event.
  var isClosed = false
  /// The index of the selected one in their list.
  var selected = 0
  /// The wait that should end, and what was let start for it.
  var hold: GateHold?
  var letGo: Set<PromiseEvent.Choice> = []
  /// The waits that were announced.
  var announced: [GateHold] = []
  /// How many warnings there were when the breakpoints about warnings looked last.
  var warningCount = 0

  /// Creates the control of a gate with these breakpoints.
  init(_ breakpoints: [Breakpoint]) { entries = breakpoints.map { Entry($0) } }

  var breakpoints: [Breakpoint] { entries.map(\.breakpoint) }

  /// Whether a breakpoint waits for a warning.
  var watchesWarnings: Bool {
    entries.contains {
      if case .warning = $0.breakpoint.place { $0.breakpoint.isOn } else { false }
    }
  }

  /// Records what has happened at the gate.
  mutating func note(_ change: PromiseEvent.GateChange) {
    switch change.action {
    case .closed:
      // If there are several processes, the gates of the others close after the first one.
      guard !isClosed else { return }
      isClosed = true
      if let number = change.reason.flatMap(Self.number), entries.indices.contains(number - 1) {
        entries[number - 1].hits += 1
      }
    case .opened:
      isClosed = false
      (hold, letGo, announced) = (nil, [], [])
    case .held, .released, .missed: break
    }
  }

  /// Returns the number of the breakpoint in the reason for which the gate has closed.
  private static func number(in reason: String) -> Int? {
    guard reason.hasPrefix("breakpoint ") else { return nil }
    return Int(reason.dropFirst("breakpoint ".count).prefix { $0 != ":" })
  }
}

extension Run {
  /// Whether keys control the gate: the program runs, and the playhead is at its newest event.
  var controlsGate: Bool { gate != nil && isLive && playhead == history.last }

  /// Whether keys choose what the closed gate lets start.
  package var isHeldByGate: Bool { controlsGate && graph.gate.isClosed }

  /// The state at the newest event.
  var newest: RunState { playhead == history.last ? now : history.state(at: history.last) }

  /// What the closed gate could let start, as a choice; `nil` if there is nothing, or if the keys do not
  /// control the gate.
  var gateChoice: ChoicePoint? {
    guard isHeldByGate else { return nil }
    let options = graph.startable
    return options.isEmpty ? nil : ChoicePoint(event: playhead + 1, chosen: 0, options: options)
  }

  /// Returns why a breakpoint may never stop the program: nothing so far has its name. `nil` if something
  /// has it, or if there are too many promises to look at.
  func doubt(about breakpoint: Breakpoint, _ language: Language) -> String? {
    let newest = newest
    let graph = newest.graph
    func has(_ fits: (PromiseEvent.Creation) -> Bool) -> Bool {
      graph.promises.count > Self.mostSearched || graph.promises.contains { fits($0.creation) }
    }
    switch breakpoint.place {
    case .label(let name), .state(_, of: let name?):
      return has { $0.label == name }
        ? nil : language.text("no promise is called '\(name)' so far")
    case .tag(let tag):
      return has { $0.tag == tag } ? nil : language.text("no promise has the tag '\(tag)' so far")
    case .queue(let label):
      return graph.queues(listing: 0).contains { $0.label == label }
        ? nil : language.text("no queue is called '\(label)' so far")
    case .line(let file, let line):
      return has { $0.site.map { $0.line == line && $0.file.isPath(endingIn: file) } ?? false }
        ? nil : language.text("no promise was created at \(file):\(line) so far")
    case .warning(let id):
      let isOff = Lints.named(id).map { !newest.lints.settings.reports($0) } ?? false
      return isOff ? language.text("the warning '\(id)' is turned off") : nil
    case .state(_, of: nil), .error: return nil
    }
  }

  /// The most promises that are searched for the name of a breakpoint.
  private static var mostSearched: Int { 20_000 }

  /// Returns a breakpoint for what is selected: the selected warning, or the label or the line of the
  /// promise; `nil` if there is none.
  func proposedBreakpoint(_ warning: String?) -> Breakpoint? {
    if view.focus == .warnings, let warning { return Breakpoint(.warning(warning)) }
    guard let creation = subject.flatMap({ graph[$0] })?.creation else { return nil }
    if let label = creation.label, !label.isEmpty { return Breakpoint(.label(label)) }
    return creation.site.map { Breakpoint(.line(file: $0.file, line: $0.line)) }
  }
}
