extension Chinese {
  /// For the ranked mistakes.
  static let causes: [(key: String, text: String)] = [
    ("%1 (%2 times)", "%1（%2 次）")
  ]
}
