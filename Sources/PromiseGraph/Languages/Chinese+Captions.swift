extension Chinese {
  /// For the captions: an event in a sentence, and its rule.
  static let captions: [(key: String, text: String)] = []
}
