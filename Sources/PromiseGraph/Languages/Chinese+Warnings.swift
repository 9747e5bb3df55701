extension Chinese {
  /// For the warnings and their fixes.
  static let warnings: [(key: String, text: String)] = []
}
