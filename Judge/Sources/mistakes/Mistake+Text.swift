extension Mistake {
  /// The text of the program with the mistake. What a mistake in every third run asks stands at the end.
  func applied(to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.bytes.lowerBound > $1.bytes.lowerBound }) {
      bytes.replaceSubrange(edit.bytes, with: edit.text.utf8)
    }
    let changed = String(decoding: bytes, as: UTF8.self)
    return changed.contains("isThirdTime()") ? changed + Self.thirdTime : changed
  }

  /// True at the second call, and at every third after it.
  private static let thirdTime = """

    enum Times {
      static let lock = NSLock()
      nonisolated(unsafe) static var count = 0
    }

    func isThirdTime() -> Bool {
      Times.lock.withLock {
        Times.count += 1
        return Times.count % 3 == 2
      }
    }

    """
}
