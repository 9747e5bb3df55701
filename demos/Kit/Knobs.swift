package import Dispatch

/// The knobs of one demo, with their values.
package struct Knobs: Hashable, Sendable {
  /// The knobs, in the order in which the demo lists them.
  package let knobs: [Knob]
  private var values: [String: Knob.Value]

  /// Creates a set of knobs with their default values.
  package init(_ knobs: [Knob] = []) {
    self.knobs = knobs
    values = Dictionary(knobs.map { ($0.name, $0.standard) }) { first, _ in first }
  }

  /// Creates the knobs of `demo` with `settings` of the form `name=value`. A later setting replaces
  /// an earlier one of the same knob.
  package init(_ demo: Demo, settings: [String]) throws(KnobError) {
    self.init(demo.knobs)
    for setting in settings { try set(setting) }
  }

  /// Sets a knob from a text such as `login=200`.
  package mutating func set(_ setting: String) throws(KnobError) {
    guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
      throw .noAssignment(setting)
    }
    let name = String(setting[..<mark])
    let text = String(setting[setting.index(after: mark)...])
    guard let knob = knobs.first(where: { $0.name == name }) else {
      throw .noKnob(name: name, known: knobs.map(\.name))
    }
    guard let value = knob.value(of: text) else { throw .notAllowed(knob, value: text) }
    values[name] = value
  }
}

extension Knobs {
  /// Copies in which one answer or one flag has another value, a copy for each such value. Delays
  /// and numbers stay the same.
  package var alternatives: [Knobs] {
    knobs.flatMap { knob -> [Knobs] in
      let others: [Knob.Value] =
        switch knob.kind {
        case .answer(let answers): answers.map { .answer($0) }
        case .flag: [.flag(true), .flag(false)]
        case .milliseconds, .integer: []
        }
      return others.filter { $0 != values[knob.name] }.map { other in
        var knobs = self
        knobs.values[knob.name] = other
        return knobs
      }
    }
  }

  /// Returns the length and the range of the delay with the given name, or `nil` if there is no
  /// such delay.
  package func delay(_ name: String) -> (milliseconds: Int, range: ClosedRange<Int>)? {
    for knob in knobs where knob.name == name {
      if case .milliseconds(_, let range) = knob.kind { return (number(name), range) }
    }
    return nil
  }
}

// MARK: - For the demos

// A demo asks only for knobs that it lists, by the kind that it declared. Anything else is a
// mistake in the demo.
extension Knobs {
  /// Returns the delay with the given name.
  package func milliseconds(_ name: String) -> DispatchTimeInterval { .milliseconds(number(name)) }

  /// Returns the number with the given name.
  package func integer(_ name: String) -> Int { number(name) }

  /// Returns whether the flag with the given name is set.
  package func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// Returns whether the knob with the given name has the answer `answer`.
  package func answer(_ name: String, is answer: String) -> Bool { values[name] == .answer(answer) }

  private func number(_ name: String) -> Int {
    guard case .number(let value)? = values[name] else {
      preconditionFailure("the demo lists no number or delay '\(name)'")
    }
    return value
  }
}

extension Knobs: CustomStringConvertible {
  /// The settings as text: `login=80 answer=ok`.
  package var description: String {
    knobs.map { "\($0.name)=\(values[$0.name] ?? $0.standard)" }.joined(separator: " ")
  }
}

/// The reason that a knob could not be set.
package enum KnobError: Error, Hashable, Sendable {
  /// The text is not of the form `name=value`.
  case noAssignment(String)
  /// The demo has no such knob.
  case noKnob(name: String, known: [String])
  /// The knob does not accept that value.
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
      "'\(value)' is not a value for \(knob.name), which takes \(knob.allowed)"
    }
  }
}
