extension Demo {
  /// Other ways to turn the knobs, each as settings of its own: first those of the variants, then each other
  /// answer, flag and number by itself, a delay four times as long and a quarter of it.
  package var otherSettings: [[String]] {
    variants.map(\.settings)
      + knobs.flatMap { knob in knob.otherValues.map { ["\(knob.name)=\($0)"] } }
  }
}

extension Knob {
  /// Some values that it does not have by default.
  fileprivate var otherValues: [String] {
    switch kind {
    case .milliseconds(let value, let range), .integer(let value, let range):
      Set([value * 4, value / 4].map { min(max($0, range.lowerBound), range.upperBound) })
        .subtracting([value]).sorted().map(String.init)
    case .flag(let value): [value ? "no" : "yes"]
    case .answer(let words): Array(words.dropFirst())
    }
  }
}
