/// Counts the bytes of the parts of an event that have no bound: its texts, ten bytes for each
/// promise in a list, and more for each choice.
private struct EventSize: EventSink {
  var bytes = 0

  func put(_ value: Int, as key: EventKey) {}
  func put(_ flag: Bool, as key: EventKey) {}
  func put(_ word: some EventWord, as key: EventKey) {}
  mutating func put(_ text: String, as key: EventKey) { bytes += EventTexts.size(of: text) }
  mutating func put(_ site: SourceSite?) { bytes += EventTexts.size(of: site?.file) }

  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    bytes += promises.count * 10
  }

  mutating func put(_ texts: [String], as key: EventKey) {
    bytes += texts.reduce(10) { $0 + EventTexts.size(of: $1) + 10 }
  }

  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {
    bytes += choices.count * 21
  }
}

extension PromiseEvent.Kind {
  /// The size of its texts and lists in bytes: the parts that have no bound.
  package var variableSize: Int {
    var size = EventSize()
    encode(into: &size)
    return size.bytes
  }
}
