extension KeyTable {
  /// The table of keys for the README, without the own rows of the picker, the prompt, and what only moves
  /// about in an exploration.
  package static func markdown() -> String {
    var lines = ["| key | what it does |", "|---|---|"]
    for group in Binding.Group.allCases {
      for binding in ordered(group) where binding.isInReadme {
        lines.append("| \(markdownKeys(binding)) | \(binding.long) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func markdownKeys(_ binding: Binding) -> String {
    binding.keyNames(.unicode).split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
  }
}

extension Binding {
  fileprivate var isInReadme: Bool {
    modes.contains(.demo) || group == .schedules || group == .course
  }
}
