extension KeyMap {
  /// Returns the table of keys as text: a heading for each group, and a line for each row.
  package func text(_ glyphs: GlyphSet) -> String {
    var lines: [String] = []
    for group in Binding.Group.allCases {
      let rows = rows(of: group, glyphs)
      guard !rows.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(group.rawValue)
      let width = rows.map { displayWidth($0.keys) }.max() ?? 0
      for row in rows {
        let gap = blanks(width - displayWidth(row.keys) + 2)
        lines.append("  \(row.keys)\(gap)\(row.meaning)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the rows of a group: the keys of each, and what they do.
  package func rows(
    of group: Binding.Group, _ glyphs: GlyphSet
  ) -> [(keys: String, meaning: String)] {
    ordered(group).filter { !$0.help.isEmpty }
      .map { ($0.keyNames(glyphs), $0.help) }
  }

  /// Returns the rows of a group in reading order: the keys of a demo first, then those that work only in
  /// a panel that a demo's key opens.
  func ordered(_ group: Binding.Group) -> [Binding] {
    let rows = bindings.filter { $0.group == group }
    return rows.filter { $0.modes.contains(.demo) } + rows.filter { !$0.modes.contains(.demo) }
  }
}

extension KeyMap {
  /// Returns the table of keys for `docs/learn/keys.md`, without the rows of the picker and the prompt, and without
  /// the keys that only navigate an exploration.
  package func markdown() -> String {
    var lines = ["| key | what it does |", "|---|---|"]
    for group in Binding.Group.allCases {
      for binding in ordered(group) where binding.isInDocuments {
        lines.append("| \(markdownKeys(binding)) | \(binding.help) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func markdownKeys(_ binding: Binding) -> String {
    binding.keyNames(.unicode).split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
  }
}

extension Binding {
  fileprivate var isInDocuments: Bool {
    modes.contains(.demo) || group == .schedules || group == .course
  }
}
