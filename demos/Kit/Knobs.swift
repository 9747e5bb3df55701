package import Dispatch

/// The knobs of one demo, with their values.
package struct Knobs: Hashable, Sendable {
  /// The knobs, in the order in which the demo lists them.
  package let knobs: [Knob]
  private var values: [String: Knob.Value]

  /// Every knob as it is if nobody sets it.
  package init(_ knobs: [Knob] = []) {
    self.knobs = knobs
    values = Dictionary(knobs.map { ($0.name, $0.standard) }) { first, _ in first }
  }

  /// The knobs of `demo`, with `settings` of the form `name=value`, of which the later ones win.
  package init(_ demo: Demo, settings: [String]) throws(KnobError) {
    self.init(demo.knobs)
    for setting in settings { try set(setting) }
  }

  /// Sets what `setting` says: `login=200`.
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
  /// The same with one answer or one flag otherwise, one after the other; none of a delay or a number.
  package var alternatives: [Knobs] {
    knobs.flatMap { knob -> [Knobs] in
      let others: [Knob.Value] =
        switch knob.kind {
        case .answer(let words): words.map { .word($0) }
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

  /// The knob of this name, if it is a delay, and how long that is.
  package func delay(_ name: String) -> (milliseconds: Int, range: ClosedRange<Int>)? {
    for knob in knobs where knob.name == name {
      if case .milliseconds(_, let range) = knob.kind { return (number(name), range) }
    }
    return nil
  }
}

// MARK: - For the demos

// A demo asks for the knobs that it lists, by the kind that it gave them: anything else is a mistake
// in the demo.
extension Knobs {
  /// The delay of this name.
  package func milliseconds(_ name: String) -> DispatchTimeInterval { .milliseconds(number(name)) }

  /// The number of this name.
  package func integer(_ name: String) -> Int { number(name) }

  /// Whether the flag of this name is set.
  package func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// Whether the answer of this name is `word`.
  package func answer(_ name: String, is word: String) -> Bool { values[name] == .word(word) }

  private func number(_ name: String) -> Int {
    guard case .number(let value)? = values[name] else {
      preconditionFailure("the demo lists no knob '\(name)' that is a number")
    }
    return value
  }
}

extension Knobs: CustomStringConvertible {
  /// `login=80 answer=ok`
  package var description: String {
    knobs.map { "\($0.name)=\(values[$0.name] ?? $0.standard)" }.joined(separator: " ")
  }
}

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
