import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The breakpoints of a run and, of the gate of a live program, what the screens know beside its events and what
/// they have asked it for.
struct GateControl: Hashable, Sendable {
  /// A breakpoint, and what it has done.
  struct Entry: Hashable, Sendable {
    var breakpoint: Breakpoint
    /// How often it has closed the gate, or stopped playback.
    var hits = 0
    /// How many warnings have matched it, if it is about warnings.
    var warnings = 0
    /// Why it may never stop the program; `nil` if nothing speaks for that.
    var doubt: String?

    init(_ breakpoint: Breakpoint) { self.breakpoint = breakpoint }
  }

  /// The breakpoints in order; the first one has the number 1.
  var entries: [Entry]
  /// Where the breakpoints stop playback, in order; `nil` until a run that is not live is played.
  var stops: [PlaybackStop]?
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
      count(change.reason)
    case .opened:
      isClosed = false
      (hold, letGo, announced) = (nil, [], [])
    case .held, .released, .missed: break
    }
  }

  /// Counts that the breakpoint in this reason has stopped the run.
  mutating func count(_ reason: String?) {
    guard let reason, reason.hasPrefix("breakpoint "),
      let number = Int(reason.dropFirst("breakpoint ".count).prefix { $0 != ":" }),
      entries.indices.contains(number - 1)
    else { return }
    entries[number - 1].hits += 1
  }

  /// Counts a warning for each breakpoint that it matches. Returns the reason of the first one that stops.
  mutating func reason(ofWarning place: Int, _ state: RunState) -> String? {
    let id = Lints.all[state.lints.finding(place).lint].id
    var reason: String?
    for (index, entry) in entries.enumerated() {
      guard entry.breakpoint.isOn, entry.breakpoint.place == .warning(id) else { continue }
      let warning = state.lints.warning(place, in: state.graph)
      guard entry.breakpoint.condition?.holds(for: warning.sentence) ?? true else { continue }
      entries[index].warnings += 1
      guard entry.warnings + 1 >= entry.breakpoint.count, reason == nil else { continue }
      let name = warning.promise.map { " of \(state.graph.plainName(of: $0))" } ?? ""
      reason = "breakpoint \(index + 1): warning \(id)\(name)"
    }
    return reason
  }
}

extension Run {
  /// Whether the program runs and has a gate that this screen controls.
  var hasGate: Bool { gate != nil && isLive }

  /// Whether keys control the gate: the playhead is at the newest event.
  var controlsGate: Bool { hasGate && playhead == history.last }

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

  /// Returns why a breakpoint may never stop the run: nothing that is known has its name. `nil` if something
  /// has it, or if there are too many promises to look at.
  func doubt(about breakpoint: Breakpoint, _ language: Language) -> String? {
    let newest = isLive ? newest : whole.end
    let graph = newest.graph
    let scope = isLive ? language.text("so far") : language.text("in this run")
    func has(_ fits: (PromiseEvent.Creation) -> Bool) -> Bool {
      graph.promises.count > Self.mostSearched || graph.promises.contains { fits($0.creation) }
    }
    switch breakpoint.place {
    case .label(let name), .state(_, of: let name?):
      return has { $0.label == name }
        ? nil : language.text("no promise is called '\(name)' \(scope)")
    case .tag(let tag):
      return has { $0.tag == tag } ? nil : language.text("no promise has the tag '\(tag)' \(scope)")
    case .queue(let label):
      return graph.queues(listing: 0).contains { $0.label == label }
        ? nil : language.text("no queue is called '\(label)' \(scope)")
    case .line(let file, let line):
      return has { $0.site.map { $0.line == line && $0.file.isPath(endingIn: file) } ?? false }
        ? nil : language.text("no promise was created at \(file):\(line) \(scope)")
    case .warning(let id):
      let isOff = Lints.named(id).map { !newest.lints.settings.reports($0) } ?? false
      return isOff ? language.text("the warning '\(id)' is turned off") : nil
    case .state(_, of: nil), .error: return nil
    }
  }

  /// The most promises that are searched for the name of a breakpoint.
  private static var mostSearched: Int { 20_000 }

  /// Returns likely breakpoints, three at most: for what is selected, which is `warning` or the label or the line of
  /// the promise; for the first error that is known, and for the first warning.
  func proposedBreakpoints(_ warning: String?) -> [Breakpoint] {
    var places = warning.map { [Breakpoint.Place.warning($0)] } ?? []
    // A promise that no job settles, or whose handler is skipped, stops nothing.
    if let id = subject, isLive || known[id]?.job != nil, let creation = graph[id]?.creation {
      if let label = creation.label, !label.isEmpty {
        places.append(.label(label))
      } else if let site = creation.site {
        places.append(.line(file: site.file, line: site.line))
      }
    }
    let errors = landmarks(.error).lazy.compactMap { self.event($0)?.kind }
    if case .settled(let settlement)? = errors.first {
      let label = known[settlement.promise]?.creation.label
      places.append(.state(.rejected, of: label?.isEmpty == false ? label : nil))
    }
    let lints = whole.end.lints
    if lints.warningCount > 0 { places.append(.warning(Lints.all[lints.finding(0).lint].id)) }
    var proposed: [Breakpoint] = []
    for place in places where !proposed.contains(Breakpoint(place)) {
      proposed.append(Breakpoint(place))
    }
    return Array(proposed.prefix(3))
  }
}
