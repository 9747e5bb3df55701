extension Chinese {
  /// For panes, footers, keys, help and notices.
  static let screens: [(key: String, text: String)] = []
}
