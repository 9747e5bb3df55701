extension Chinese {
  /// For the answers to why.
  static let why: [(key: String, text: String)] = []
}
