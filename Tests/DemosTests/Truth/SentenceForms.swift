import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The forms of the sentences of one place on the screen, and how often each was met.
struct SentenceForms: Sendable {
  let place: String
  let forms: [SentenceForm]

  init(_ place: String, _ forms: [SentenceForm]) {
    (self.place, self.forms) = (place, forms)
  }

  /// What is wrong with a sentence; `nil` if it is true.
  func finding(
    _ sentence: String, in scene: EventScene, _ context: SentenceContext = SentenceContext()
  ) -> String? {
    var matcher = Matcher(sentence, scene, context)
    var reasons: [String] = []
    for form in forms where form.needle.isEmpty || matcher.contains(form.needle) {
      if matcher.match(form, &reasons) { return nil }
    }
    return "\(place) at event \(scene.number): \"\(sentence)\": "
      + (reasons.isEmpty ? "unknown form" : Set(reasons).sorted().joined(separator: "; "))
  }
}

/// Fits a sentence to forms.
private struct Matcher {
  let sentence: String
  let text: [UInt8]
  let scene: EventScene
  private var match = SentenceMatch()

  init(_ sentence: String, _ scene: EventScene, _ context: SentenceContext) {
    (self.sentence, self.scene) = (sentence, scene)
    text = Array(sentence.utf8)
    match.context = context
  }

  func contains(_ needle: String) -> Bool { strstr(sentence, needle) != nil }

  /// Whether the sentence has that form and is true in it; `reasons` gets why it is not.
  mutating func match(_ form: SentenceForm, _ reasons: inout [String]) -> Bool {
    match.found = []
    return fit(form.parts[...], 0) { matcher, end in
      guard end == matcher.text.count else { return false }
      do {
        try form.check(matcher.match, matcher.scene)
        return true
      } catch {
        reasons.append("\(error)")
        return false
      }
    }
  }

  private typealias Rest = (inout Matcher, Int) -> Bool

  private mutating func fit(_ parts: ArraySlice<SentenceForm.Part>, _ place: Int, _ rest: Rest)
    -> Bool
  {
    guard let part = parts.first else { return rest(&self, place) }
    let others = parts.dropFirst()
    switch part {
    case .literal(let literal):
      guard has(literal, at: place) else { return false }
      return fit(others, place + literal.count, rest)
    case .optional(let inner):
      return fit(inner[...], place) { $0.fit(others, $1, rest) } || fit(others, place, rest)
    case .choice(let name, let options):
      for option in options {
        let fits = fit(option[...], place) { matcher, end in
          matcher.keep(name, .text(String(decoding: matcher.text[place..<end], as: UTF8.self))) {
            $0.fit(others, end, rest)
          }
        }
        if fits { return true }
      }
      return false
    case .hole(let kind, let name):
      for (end, value) in values(kind, at: place) {
        if keep(name, value, { $0.fit(others, end, rest) }) { return true }
      }
      return false
    }
  }

  private mutating func keep(
    _ name: String, _ value: SentenceMatch.Found, _ rest: (inout Matcher) -> Bool
  ) -> Bool {
    guard !name.isEmpty else { return rest(&self) }
    match.found.append((name, value))
    if rest(&self) { return true }
    match.found.removeLast()
    return false
  }

  private func has(_ literal: [UInt8], at place: Int) -> Bool {
    guard place + literal.count <= text.count else { return false }
    for index in literal.indices where text[place + index] != literal[index] { return false }
    return true
  }

  private func has(_ literal: String, at place: Int) -> Bool { has(Array(literal.utf8), at: place) }
}

// MARK: - Holes

extension Matcher {
  /// Returns what a hole may stand for at a place, each with the place after it.
  private func values(
    _ kind: SentenceForm.HoleKind, at place: Int
  ) -> [(end: Int, value: SentenceMatch.Found)] {
    switch kind {
    case .promise: promise(at: place).map { [($0.end, .promises([$0.promise]))] } ?? []
    case .id: identity("p", at: place).map { [($0.end, .promises([PromiseID($0.number)]))] } ?? []
    case .ref: references(at: place)
    case .short: shorts(at: place)
    case .job: jobs(at: place)
    case .queue:
      scene.record.queueLabels.compactMap { label in
        has(label, at: place) ? (place + label.utf8.count, .queues(scene.queues(label))) : nil
      }
    case .timer: identity("t", at: place).map { [($0.end, .number($0.number))] } ?? []
    case .time: time(at: place, isBrief: false)
    case .brief: time(at: place, isBrief: true)
    case .n: number(at: place).map { [($0.end, .number($0.number))] } ?? []
    case .ordinal: ordinal(at: place)
    case .outcome:
      ["fulfilled", "rejected", "cancelled"].compactMap {
        has($0, at: place) ? (place + $0.utf8.count, .text($0)) : nil
      }
    case .text:
      place < text.count
        ? (place + 1...text.count).map {
          ($0, .text(String(decoding: text[place..<$0], as: UTF8.self)))
        } : []
    }
  }

  private func digits(at place: Int) -> Int {
    var end = place
    while end < text.count, (48...57).contains(text[end]) { end += 1 }
    return end
  }

  private func identity(_ letter: Character, at place: Int) -> (end: Int, number: Int)? {
    guard place < text.count, letter.asciiValue == text[place] else { return nil }
    let end = digits(at: place + 1)
    return Int(String(decoding: text[(place + 1)..<end], as: UTF8.self)).map { (end, $0) }
  }

  private func promise(at place: Int) -> (end: Int, promise: PromiseID)? {
    guard let found = identity("p", at: place) else { return nil }
    let promise = PromiseID(found.number)
    let name = scene.name(promise)
    return has(name, at: place) ? (place + name.utf8.count, promise) : nil
  }

  private func references(at place: Int) -> [(end: Int, value: SentenceMatch.Found)] {
    if let found = identity("p", at: place) {
      let promise = PromiseID(found.number)
      let hasLabel = scene.creation(promise)?.label?.isEmpty == false
      return hasLabel ? [] : [(found.end, .promises([promise]))]
    }
    guard place < text.count, text[place] == UInt8(ascii: "'") else { return [] }
    return scene.record.labels.compactMap { label in
      let name = "'\(label)'"
      return has(name, at: place)
        ? (place + name.utf8.count, .promises(scene.named(label))) : nil
    }
  }

  private func shorts(at place: Int) -> [(end: Int, value: SentenceMatch.Found)] {
    scene.record.shortNames.compactMap { name in
      has(name, at: place) ? (place + name.utf8.count, .text(name)) : nil
    }
  }

  private func jobs(at place: Int) -> [(end: Int, value: SentenceMatch.Found)] {
    for lead in ["the handler of ", "the body of "] where has(lead, at: place) {
      guard let (end, promise) = promise(at: place + lead.utf8.count),
        has(scene.handlerName(promise), at: place)
      else { return [] }
      return [(end, .jobs(scene.record.jobsOf[promise]?.reversed() ?? []))]
    }
    guard has("job ", at: place), let (_, number) = identity("j", at: place + 4) else { return [] }
    let name = scene.name(PromiseEvent.JobID(number))
    return has(name, at: place)
      ? [(place + name.utf8.count, .jobs([PromiseEvent.JobID(number)]))] : []
  }

  private func number(at place: Int) -> (end: Int, number: Int)? {
    var end = digits(at: place)
    while end < text.count, text[end] == UInt8(ascii: ","), digits(at: end + 1) == end + 4 {
      end += 4
    }
    let digits = String(decoding: text[place..<end], as: UTF8.self).filter { $0 != "," }
    return Int(digits).map { (end, $0) }
  }

  private func ordinal(at place: Int) -> [(end: Int, value: SentenceMatch.Found)] {
    guard let (end, number) = number(at: place) else { return [] }
    let text = Language.english.ordinal(number)
    return has(text, at: place) ? [(end + 2, .number(number))] : []
  }

  /// A time in milliseconds, as tenths.
  private func time(
    at place: Int, isBrief: Bool
  ) -> [(end: Int, value: SentenceMatch.Found)] {
    let start = place < text.count && text[place] == UInt8(ascii: "-") ? place + 1 : place
    let whole = digits(at: start)
    guard whole > start, let number = Int(String(decoding: text[start..<whole], as: UTF8.self))
    else { return [] }
    let sign = start > place ? -1 : 1
    if whole + 1 < text.count, text[whole] == UInt8(ascii: "."), (48...57).contains(text[whole + 1])
    {
      let tenths = Int(text[whole + 1]) - 48
      return [(whole + 2, .number(sign * (number * 10 + tenths)))]
    }
    return isBrief ? [(whole, .number(sign * number * 10))] : []
  }
}
