/// Which handler of one run is which of the other, and which printed text.
struct StepMatching {
  /// The partner of each step, before and after.
  private(set) var after: [Int?]
  private(set) var before: [Int?]

  /// A printed text: what it says, and the pair in whose handler that was.
  private struct Note: Hashable {
    var text: String
    var promise: Int?
  }

  /// O(n)
  init(_ one: ComparedRun, _ other: ComparedRun, _ matching: PromiseMatching, exactly: Bool) {
    after = Array(repeating: nil, count: one.steps.count)
    before = Array(repeating: nil, count: other.steps.count)
    var handlers: [Int: Int] = [:]
    var notes: [Note: (steps: [Int], next: Int)] = [:]
    for (place, step) in other.steps.enumerated() {
      let promise = step.promise.flatMap { matching.before[$0] }
      if let text = step.note {
        let text = exactly ? text : masked(text)
        notes[Note(text: text, promise: promise), default: ([], 0)].steps.append(place)
      } else if let promise {
        handlers[promise] = handlers[promise] ?? place
      }
    }
    for (place, step) in one.steps.enumerated() {
      // What ran in a handler without a partner has none; what ran in no handler may have one.
      let promise = step.promise.flatMap { matching.after[$0] == nil ? nil : $0 }
      if let text = step.note {
        let key = Note(text: exactly ? text : masked(text), promise: promise)
        guard let next = notes[key]?.next, let partner = notes[key]?.steps[next...].first else {
          continue
        }
        notes[key]?.next += 1
        pair(place, partner)
      } else if let promise, let partner = handlers.removeValue(forKey: promise) {
        pair(place, partner)
      }
    }
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    after[one] = other
    before[other] = one
  }
}
