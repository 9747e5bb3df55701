import PromiseEvents
package import PromiseGraph

/// A mistake in one place of the program, with all that a run shows of it: how often it happened, and which
/// other warnings are its consequences.
package struct Culprit: Hashable, Sendable {
  /// What identifies it among others.
  package let key: Key
  /// The most telling of the alike warnings.
  package let warning: Warning
  /// How many alike warnings there are: of the same lint, and from the same line.
  package let count: Int
  /// What the mistake changed in the run, or its consequences did.
  package let effect: Consequences.Effect
  /// The warnings that would not be there without the mistake, alike ones as one.
  package let consequences: [Consequence]
  /// How it touches what the reader saw go wrong, and the sentence about that.
  package var touch = Symptom.Touch.nothing
  package var touchSentence: String?

  /// What alike warnings have in common: the lint and the line, or what they are about if the line is not known.
  package struct Key: Hashable, Sendable {
    var lint: String
    var file: String?
    var line = 0
    var promise: PromiseID?
    var queue: QueueID?
  }

  /// Warnings that follow from a mistake: the first of them, and how many alike ones there are.
  package struct Consequence: Hashable, Sendable {
    package let warning: Warning
    package let count: Int
  }
}

extension Culprit.Key {
  /// Creates the key of a finding.
  init(_ lint: any Lint.Type, _ finding: Finding) {
    self.init(lint: lint.id)
    if let site = finding.place {
      (file, line) = (site.file, site.line)
    } else {
      (promise, queue) = (finding.promise, finding.queue)
    }
  }
}

extension Culprit {
  /// Returns what happened and where, and how often if more than once: the first sentence about the mistake.
  package func sentence(in language: Language) -> String {
    Self.sentence(warning, count, language)
  }

  /// Returns the sentence after the file and the line: `Search.swift:31: …`.
  /// The place is not repeated in the name of a promise without a label.
  package func located(in language: Language) -> String {
    let look = warning.severity == .look ? language.text("worth a look: ") : ""
    let sentence = look + sentence(in: language)
    guard let place = warning.site.map({ "\($0.fileName):\($0.line)" }) else { return sentence }
    guard let known = sentence.firstRange(of: " at \(place)"),
      sentence[known.upperBound...].first?.isNumber != true
    else { return "\(place): \(sentence)" }
    let rest = sentence[known.upperBound...]
    // A column follows the line.
    let column = rest.dropFirst().prefix { $0.isNumber }
    let hasColumn = rest.first == ":" && !column.isEmpty
    return
      "\(place): \(sentence[..<known.lowerBound])\(hasColumn ? rest[column.endIndex...] : rest)"
  }

  /// Whether it is likely a mistake, or has changed something.
  package var isMoreThanAdvice: Bool { effect > .delayed || warning.severity > .advice }

  /// Whether it is said when a run is opened and when it ends: it is more than advice, or unusual.
  package var isAnnounced: Bool { isMoreThanAdvice || warning.severity == .look }

  /// The same as a line of a report, as a compiler prints it: its place, its severity, the sentence, and the lint.
  package var line: String {
    let place = warning.site.map { "\($0): " } ?? ""
    return
      "\(place)\(warning.severity.name(in: .english)): \(sentence(in: .english)) [\(warning.lint)]"
  }

  fileprivate static func sentence(
    _ warning: Warning, _ count: Int, _ language: Language
  ) -> String {
    guard count > 1 else { return warning.sentence }
    return language.text("\(warning.sentence) (\(count) times)")
  }
}

extension Culprit.Consequence {
  /// Returns what followed, and how often if more than once.
  package func sentence(in language: Language) -> String {
    Culprit.sentence(warning, count, language)
  }
}
