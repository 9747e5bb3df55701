package import PromiseKitLite

extension SearchPattern {
  /// Whether it stands in what is known of a promise in `graph`: its name, its value or error, its tag, the
  /// file and line that made it. A pattern that is an identity, as `p3`, stands in that promise, too. O(texts)
  package func matches(_ node: PromiseNode, in graph: Graph) -> Bool {
    if node.id == promise { return true }
    if matches(node.creation.title) { return true }
    if let text = node.settlement?.description, !text.isEmpty, matches(text) { return true }
    if let tag = node.creation.tag, matches(tag) { return true }
    guard let site = node.creation.site else { return false }
    return matches(site.fileAndLine)
  }

  /// The promise whose identity the pattern is.
  package var promise: PromiseID? {
    guard bytes.first == UInt8(ascii: "p"), bytes.count > 1,
      bytes.dropFirst().allSatisfy({ (0x30...0x39) ~= $0 })
    else { return nil }
    return Int(text.dropFirst()).map { PromiseID($0) }
  }
}
