/// A row of the table of keys, from which key handling, footer, help and `docs/learn/keys.md` are made.
package struct Binding: Hashable, Sendable {
  /// A key of the row and its action.
  package struct Stroke: Hashable, Sendable {
    /// The key.
    package let key: Key
    /// What the key does.
    package let action: Action

    /// Creates a key with its action.
    package init(_ key: Key, _ action: Action) {
      self.key = key
      self.action = action
    }
  }

  /// The heading in the help under which a row is listed.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case run = "Run and step"
    case schedules = "Schedules"
    case gate = "Gate"
    case compare = "Two runs"
    case why = "Why"
    case course = "Lesson and quiz"
    case whatIf = "What-if"
    case places = "Go to"
    case find = "Find"
    case select = "Select"
    case panes = "Panes"
    case program = "Program"
  }

  /// The keys of the row.
  package private(set) var strokes: [Stroke]
  /// The heading under which the help lists the row.
  package let group: Group
  /// The modes in which the keys work.
  package private(set) var modes: Set<Mode>
  /// The label in the footer; empty if the footer leaves the row out.
  package let label: String
  /// The text in the help.
  package let help: String
  /// The text in the help when a program is run repeatedly instead of exploring schedules; empty if the
  /// keys do nothing there.
  package let helpOfRuns: String
  /// What the keys require in order to do something.
  package let needs: Requirement?
  /// A short form of the keys, such as `1-7`, instead of a list of them.
  private var keysText: String?

  /// Creates a row; its keys are listed one by one unless `keysText` is given.
  init(
    _ strokes: [(Key, Action)], _ group: Group, in modes: Set<Mode>, _ label: String,
    _ help: String, ofRuns helpOfRuns: String? = nil, needs: Requirement? = nil,
    keysText: String? = nil
  ) {
    self.strokes = strokes.map { Stroke($0.0, $0.1) }
    self.group = group
    self.modes = modes
    self.label = label
    self.help = help
    self.helpOfRuns = helpOfRuns ?? help
    self.needs = needs
    self.keysText = keysText
  }

  /// Returns the row with other keys, which are listed one by one, in all or some of its modes.
  package func bound(to strokes: [Stroke], in modes: Set<Mode>? = nil) -> Binding {
    var row = self
    row.strokes = strokes
    if let modes { row.modes = modes }
    row.keysText = nil
    return row
  }

  /// Returns the text in the help, for exploring schedules or for running a program repeatedly; empty if
  /// the keys do nothing there.
  func help(ofRuns: Bool) -> String { ofRuns ? helpOfRuns : help }

  /// Returns the names of all keys of the row.
  package func keyNames(_ glyphs: GlyphSet) -> String {
    keysText ?? strokes.map { $0.key.name(glyphs) }.joined(separator: " ")
  }

  /// Returns the name of the first key of each action, which is enough for a footer.
  package func footerNames(_ glyphs: GlyphSet) -> String {
    footerStrokes.map { footerName($0, glyphs) }.joined(separator: " ")
  }

  /// The strokes that the footer names: the first one of each action, or a single one if the keys have a
  /// short form.
  var footerStrokes: [Stroke] {
    if keysText != nil { return Array(strokes.prefix(1)) }
    var seen: Set<Action> = []
    return strokes.filter { seen.insert($0.action).inserted }
  }

  /// Returns the name of a stroke's key in the footer.
  func footerName(_ stroke: Stroke, _ glyphs: GlyphSet) -> String {
    keysText ?? stroke.key.name(glyphs)
  }
}

extension Key {
  /// Returns the name of the key in the footer and the help. In ASCII the arrow keys are words, because
  /// `<` and `>` would be read as those characters.
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
