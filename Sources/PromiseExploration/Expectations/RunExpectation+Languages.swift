package import PromiseGraph
import PromiseKitLite

extension RunExpectation {
  /// Returns the expectation as a sentence in `language`: in English as it was typed.
  ///
  /// - Parameters:
  ///   - language: The language of the sentence.
  ///   - name: Marks a name, a note, or a value in a translated sentence, as with quotation marks.
  package func text(in language: Language, name: (String) -> String = { $0 }) -> String {
    guard language != .english else { return text }
    let sentence = statement.text(language, name)
    let scoped =
      switch scope {
      case .standard: sentence
      case .some: language.text("in some schedule: \(sentence)")
      case .every: language.text("in every schedule: \(sentence)")
      }
    guard !settings.isEmpty else { return scoped }
    return language.text("with \(name(settings.joined(separator: " "))): \(scoped)")
  }
}

extension RunExpectation.Statement {
  fileprivate func text(_ language: Language, _ name: (String) -> String) -> String {
    func state(_ outcome: PromiseEvent.Outcome?) -> String {
      switch outcome {
      case .fulfilled: language.text("fulfilled")
      case .rejected: language.text("rejected")
      case .cancelled: language.text("cancelled")
      case nil: language.text("pending")
      }
    }
    func moment(_ pattern: MomentPattern) -> String { pattern.text(language, name) }
    switch self {
    case .happens(let pattern): return moment(pattern)
    case .never(let pattern): return language.text("never \(moment(pattern))")
    case .times(let pattern, let count):
      return language.text("\(moment(pattern)) \(count) times")
    case .before(let first, let second):
      return language.text("\(moment(first)) before \(moment(second))")
    case .neverBefore(let first, let second):
      return language.text("never \(moment(first)) before \(moment(second))")
    case .on(let subject, let queue): return language.text("\(name(subject)) on \(name(queue))")
    case .at(let pattern, let time): return language.text("\(moment(pattern)) at \(time) ms")
    case .state(let subject, let outcome, nil, false):
      return language.text("\(name(subject)) is \(state(outcome))")
    case .state(let subject, let outcome, nil, true):
      return language.text("\(name(subject)) is \(state(outcome)) at the end")
    case .state(let subject, let outcome, let value?, false):
      return language.text("\(name(subject)) is \(state(outcome)) with \(name(value))")
    case .state(let subject, let outcome, let value?, true):
      return language.text("\(name(subject)) is \(state(outcome)) with \(name(value)) at the end")
    case .queued(let subject, let time):
      return language.text("\(name(subject)) queued for \(time) ms")
    case .warns(let lint): return language.text("warns \(name(lint))")
    case .neverWarns(let lint): return language.text("never warns \(name(lint))")
    case .result(let value): return language.text("result \(name(value))")
    case .neverAnomaly(let anomaly): return anomaly.text(language, name)
    }
  }
}

extension RunExpectation.Anomaly {
  fileprivate func text(_ language: Language, _ name: (String) -> String) -> String {
    switch self {
    case .deadlock: language.text("never deadlock")
    case .neverSettled: language.text("never never settled")
    case .rejection: language.text("never rejection")
    case .cancellation: language.text("never cancellation")
    case .unhandledRejection: language.text("never unhandled")
    case .endlessRun: language.text("never endless")
    case .note(let text): language.text("never \(language.text("note \(name(text))"))")
    case .before(let a, let b): language.text("never \(name(a)) before \(name(b))")
    }
  }
}

extension MomentPattern {
  fileprivate func text(_ language: Language, _ mark: (String) -> String) -> String {
    if let note { return language.text("note \(mark(note))") }
    guard let name else {
      return text == "end" ? language.text("end") : language.text("start")
    }
    guard let verb else { return mark(name) }
    return verb.text(of: mark(name), language)
  }

  /// What happens to the promise; `nil` if that is not said.
  private var verb: MomentVerb? {
    guard hasVerb, let space = text.lastIndex(of: " ") else { return nil }
    return MomentVerb(rawValue: String(text[text.index(after: space)...]))
  }
}

extension MomentVerb {
  fileprivate func text(of name: String, _ language: Language) -> String {
    switch self {
    case .created: language.text("\(name) created")
    case .attached: language.text("\(name) attached")
    case .queued: language.text("\(name) queued")
    case .starts: language.text("\(name) starts")
    case .ends: language.text("\(name) ends")
    case .fulfilled: language.text("\(name) fulfilled")
    case .rejected: language.text("\(name) rejected")
    case .cancelled: language.text("\(name) cancelled")
    case .settled: language.text("\(name) settled")
    case .skipped: language.text("\(name) skipped")
    case .adopts: language.text("\(name) adopts")
    case .freed: language.text("\(name) freed")
    case .ignored: language.text("\(name) ignored")
    case .unhandled: language.text("\(name) unhandled")
    case .handled: language.text("\(name) handled")
    case .fires: language.text("\(name) fires")
    case .waits: language.text("\(name) waits")
    }
  }
}
