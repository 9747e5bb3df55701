extension Chinese {
  /// For lessons, claims and the quiz.
  static let course: [(key: String, text: String)] = []
}
