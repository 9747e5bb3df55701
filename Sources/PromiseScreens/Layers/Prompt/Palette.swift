import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A row of the list above the go-to prompt: something that the typed line may mean.
struct PaletteEntry: Hashable, Sendable {
  /// What Enter does with it.
  enum Target: Hashable, Sendable {
    /// Go to the place that the line names, or to a promise.
    case place(String)
    /// Explain a queue.
    case queue(QueueID)
    /// Open a demo.
    case demo(String)
    /// Do what a key does.
    case key(Binding, Action)
    /// Accept an earlier line.
    case line(String)
    /// Set a breakpoint.
    case stop(String)
  }

  /// What Enter does with it.
  var target: Target
  /// The key, or the kind of thing.
  var lead: String
  /// Its name.
  var title: String
  /// The places of the characters in the name that match, counted from 0.
  var places: [Int] = []
  /// What it is or does.
  var detail: String
}

extension State {
  /// Returns what a line typed into the go-to prompt may mean, the best match first: a place, then promises,
  /// queues, demos, and keys by part of their name. An empty line means any earlier line, or any key.
  ///
  /// O(promises that match), with all promises of a small run
  func palette(for line: String) -> [PaletteEntry] {
    let text = line.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else {
      let lines = (typed["goTo"] ?? []).suffix(Self.mostLines).reversed().map { line in
        PaletteEntry(
          target: .line(line), lead: language.text("recent"), title: line, detail: "")
      }
      return lines + paletteKeys.map(\.entry)
    }
    var found = Finder(text: text)
    if let place = GoTo(text), let entry = self.entry(for: place, text) {
      found.entries.append((entry, rank: 0, score: .max))
    }
    if text.hasPrefix("break "), Requirement.breakpoints.obstacle(in: self) == nil {
      let stop = String(text.dropFirst("break ".count))
      let entry = PaletteEntry(
        target: .stop(stop), lead: "break", title: stop, detail: language.text("set a breakpoint"))
      found.entries.append((entry, rank: 0, score: .max))
    }
    addPromises(to: &found)
    for queue in run?.known.queues(listing: 0) ?? [] {
      let entry = PaletteEntry(
        target: .queue(queue.id), lead: language.text("queue"),
        title: run?.known.queueName(queue.id) ?? queue.label,
        detail: language.text("what runs there, and what waits"))
      found.add(entry)
    }
    for demo in demos {
      let entry = PaletteEntry(
        target: .demo(demo.name), lead: language.text("demo"), title: demo.name,
        detail: demo.teaches)
      found.add(entry)
    }
    for key in paletteKeys { found.add(key.entry, orWords: key.words) }
    return found.sorted
  }

  /// The most earlier lines that are listed.
  private static var mostLines: Int { 5 }

  /// Returns the row for a number, a time or the identity of a promise; `nil` for a name.
  private func entry(for place: GoTo, _ text: String) -> PaletteEntry? {
    let title: String
    switch place {
    case .event(let number): title = language.text("event \(number)")
    case .events(let number):
      title =
        number < 0
        ? language.text("\(number.magnitude) events back")
        : language.text("\(number) events forward")
    case .time(let time): title = language.text("the time \(milliseconds(time)) ms")
    case .promise(let promise): title = run?.known.title(of: promise) ?? "\(promise)"
    case .name: return nil
    }
    return PaletteEntry(
      target: .place(text), lead: language.text("go to"), title: title, detail: "")
  }

  // MARK: Promises

  private func addPromises(to found: inout Finder) {
    guard let run else { return }
    let (now, known) = (run.graph, run.known)
    let first = run.promise(named: found.text)
    func add(_ id: PromiseID) {
      guard let node = now[id] ?? known[id], node.isDeclared else { return }
      let entry = PaletteEntry(
        target: .place("\(id)"), lead: "\(id)", title: node.title,
        detail: now[id]?.stateWords(in: language) ?? language.text("created later"))
      found.add(entry, name: node.name, isFirst: id == first)
    }
    guard known.counts.total > Self.mostScanned else {
      for node in known.promises { add(node.id) }
      return
    }
    guard let pattern = SearchPattern(found.text) else { return }
    let hits = run.searchIndex.promises(for: pattern)
    let names = hits.parts.first.map { hits.promises[$0] } ?? []
    let some = names.prefix(Self.mostScanned)
    for id in some { add(id) }
    if let first, !some.contains(first) { add(first) }
  }

  /// In a run with more promises, only those with the whole line in their name are found.
  private static var mostScanned: Int { 2000 }

  // MARK: Keys

  /// The keys that work beneath the prompt, once for each thing that they do.
  private var paletteKeys: [(entry: PaletteEntry, words: String)] {
    let (mode, showsRuns) = (beneath.mode, showsRuns)
    return keys.bindings.flatMap { row -> [(PaletteEntry, String)] in
      guard row.modes.contains(mode), !row.help(ofRuns: showsRuns).isEmpty,
        row.needs?.isOutOfReach(in: self) != true
      else { return [] }
      var seen: Set<Action> = []
      return row.strokes.compactMap { stroke in
        guard seen.insert(stroke.action).inserted, let title = row.title(of: stroke.action) else {
          return nil
        }
        let help = language.text(Phrase(row.help(ofRuns: showsRuns)))
        let entry = PaletteEntry(
          target: .key(row, stroke.action), lead: stroke.key.name(glyphs),
          title: language.text(Phrase(title)), detail: help)
        return (entry, "\(title) \(row.help)")
      }
    }
  }
}

/// The matches of a line.
private struct Finder {
  let text: String
  /// The matches, each with its rank (0 for the line itself, 1 for a whole name, 2 for its beginning) and how
  /// well it matches.
  var entries: [(entry: PaletteEntry, rank: Int, score: Int)] = []
  private let words: SearchPattern?

  init(text: String) {
    self.text = text
    words = SearchPattern(text)
  }

  /// Adds `entry` if its title matches, or if the whole line occurs in other `words` about it. `isFirst` puts
  /// it before others that match as well.
  mutating func add(
    _ entry: PaletteEntry, name: String? = nil, orWords words: String = "", isFirst: Bool = false
  ) {
    var entry = entry
    let name = (name ?? entry.title).lowercased()
    guard let match = FuzzyMatch(text, in: entry.title) else {
      guard self.words?.matches(words) == true else { return }
      return entries.append((entry, rank: 4, score: 0))
    }
    entry.places = match.offsets
    let wanted = text.lowercased()
    let rank = name == wanted ? 1 : name.hasPrefix(wanted) ? 2 : 3
    entries.append((entry, rank: rank, score: isFirst ? .max : match.score - entry.title.count))
  }

  /// The best matches, the best one first; equal ones stay in the order of their addition.
  var sorted: [PaletteEntry] {
    let order = entries.enumerated().sorted { a, b in
      (a.element.rank, -a.element.score, a.offset) < (b.element.rank, -b.element.score, b.offset)
    }
    return order.prefix(Self.most).map(\.element.entry)
  }

  private static var most: Int { 200 }
}
