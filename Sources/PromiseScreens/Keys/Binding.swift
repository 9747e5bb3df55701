/// One row of the table of keys, from which dispatch, footer, help and `docs/keys.md` are made.
package struct Binding: Hashable, Sendable {
  /// One key of the row and what it does.
  package struct Stroke: Hashable, Sendable {
    /// The key.
    package let key: Key
    /// What it does.
    package let action: Action
  }

  /// The heading in the help under which the row stands.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case run = "Run and step"
    case schedules = "Schedules"
    case why = "Why"
    case course = "Lesson and quiz"
    case whatIf = "What if"
    case places = "Go to"
    case find = "Find"
    case select = "Select"
    case panes = "Panes"
    case program = "Program"
  }

  /// The keys of the row.
  package let strokes: [Stroke]
  /// Where it stands in the help.
  package let group: Group
  /// When it holds.
  package let modes: Set<Mode>
  /// What it does, for the footer; empty where the footer leaves it out.
  package let short: String
  /// What it does, for the help.
  package let long: String
  /// The same where a program is run again and again in the place of schedules; empty where the row is
  /// nothing there.
  package let longOfRuns: String
  /// What must hold for it to do something.
  package let needs: Requirement?
  /// The keys written shorter than one by one: `1-7`.
  private let keysText: String?

  /// A row; its keys are written one by one unless `keysText` is given.
  init(
    _ strokes: [(Key, Action)], _ group: Group, in modes: Set<Mode>, _ short: String,
    _ long: String, ofRuns longOfRuns: String? = nil, needs: Requirement? = nil,
    keysText: String? = nil
  ) {
    self.strokes = strokes.map { Stroke(key: $0.0, action: $0.1) }
    self.group = group
    self.modes = modes
    self.short = short
    self.long = long
    self.longOfRuns = longOfRuns ?? long
    self.needs = needs
    self.keysText = keysText
  }

  /// What it does, for the help, where schedules are explored or a program is run again and again; empty
  /// where it does nothing.
  func words(ofRuns: Bool) -> String { ofRuns ? longOfRuns : long }

  /// The names of all keys of the row.
  package func keyNames(_ glyphs: GlyphSet) -> String {
    keysText ?? strokes.map { $0.key.name(glyphs) }.joined(separator: " ")
  }

  /// The name of the first key of each action: enough for a footer.
  package func footerNames(_ glyphs: GlyphSet) -> String {
    footerStrokes.map { footerName($0, glyphs) }.joined(separator: " ")
  }

  /// The strokes that the footer names: the first of each action, or one for all where their keys are
  /// written shorter.
  var footerStrokes: [Stroke] {
    if keysText != nil { return Array(strokes.prefix(1)) }
    var seen: Set<Action> = []
    return strokes.filter { seen.insert($0.action).inserted }
  }

  /// What the footer calls the key of a stroke.
  func footerName(_ stroke: Stroke, _ glyphs: GlyphSet) -> String {
    keysText ?? stroke.key.name(glyphs)
  }
}

extension Key {
  /// The key as the footer and the help call it; arrows are words where signs are ASCII, because
  /// `<` and `>` would be taken for the keys of that name.
  package func name(_ glyphs: GlyphSet) -> String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .up: glyphs == .unicode ? String(Glyph.arrowUp.unicode) : "Up"
    case .down: glyphs == .unicode ? String(Glyph.arrowDown.unicode) : "Down"
    case .left: glyphs == .unicode ? String(Glyph.arrowLeft.unicode) : "Left"
    case .right: glyphs == .unicode ? String(Glyph.arrowRight.unicode) : "Right"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "S-Tab"
    case .backspace: "Backspace"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .control(let letter): "^\(letter.uppercased())"
    }
  }
}
