extension Chinese {
  /// For the rules of other libraries.
  static let dialects: [(key: String, text: String)] = [
    ("as in %1", "按 %1 的规则")
  ]
}
