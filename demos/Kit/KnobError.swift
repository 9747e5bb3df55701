/// Why a knob could not be set.
package enum KnobError: Error, Hashable, Sendable {
  /// The text is not of the form `name=value`.
  case noAssignment(String)
  /// The demo has no such knob.
  case noKnob(name: String, known: [String])
  /// The knob does not take that value.
  case notAllowed(Knob, value: String)
}

extension KnobError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAssignment(let text):
      "'\(text)' is not of the form name=value"
    case .noKnob(let name, let known) where known.isEmpty:
      "there is no knob '\(name)': this demo has none"
    case .noKnob(let name, let known):
      "there is no knob '\(name)'; this demo has \(known.joined(separator: ", "))"
    case .notAllowed(let knob, let value):
      "'\(value)' is no value for \(knob.name), which takes \(knob.allowed)"
    }
  }
}
