import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// A sentence is false: what it says does not hold in the events.
struct Falsehood: Error, CustomStringConvertible {
  var description: String
}

/// A form of sentences: a template, and what must hold in the events for a sentence of that form.
///
/// In a template, `{promise}` is a hole for a promise with its full name, and a number after the name tells holes of one
/// kind apart: `{promise2}`. `[ … ]` may be missing, and `<a|b>` is one of several texts; `<name:a|b>` keeps which.
/// A sentence that has no form, or that is false in all forms that it fits, is a finding.
struct SentenceForm: Sendable {
  typealias Check = @Sendable (SentenceMatch, EventScene) throws -> Void

  let template: String
  let parts: [Part]
  /// A text that every sentence of the form contains.
  let needle: String
  let check: Check

  init(_ template: String, _ check: @escaping Check) {
    self.template = template
    var reader = TemplateReader(Array(template.utf8))
    parts = reader.parts(until: nil)
    needle =
      parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
      .max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    self.check = check
  }

  indirect enum Part: Sendable {
    case literal([UInt8])
    case hole(kind: HoleKind, name: String)
    case optional([Part])
    case choice(name: String, [[Part]])
  }

  enum HoleKind: String, Sendable {
    /// A promise with its full name; with its number alone; or as a mention of another one, `'fetch'` or `p4`.
    case promise, id, ref
    /// The short name of a promise or of a job, or its name in captions.
    case short
    /// A handler, a body or a job.
    case job
    case queue, timer
    /// Milliseconds with one decimal; without it if it is zero.
    case time, brief
    case n, ordinal, outcome, text
  }
}

/// Reads templates.
private struct TemplateReader {
  let text: [UInt8]
  var place = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func parts(until end: [UInt8]?) -> [SentenceForm.Part] {
    var parts: [SentenceForm.Part] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while place < text.count {
      let byte = text[place]
      if let end, end.contains(byte) { break }
      place += 1
      switch byte {
      case UInt8(ascii: "{"):
        flush()
        let close = text[place...].firstIndex(of: UInt8(ascii: "}")) ?? text.count
        let name = String(decoding: text[place..<close], as: UTF8.self)
        place = close + 1
        let kind = SentenceForm.HoleKind(rawValue: name.filter { !$0.isNumber })
        guard let kind else { fatalError("no hole is called \(name)") }
        parts.append(.hole(kind: kind, name: name))
      case UInt8(ascii: "["):
        flush()
        parts.append(.optional(self.parts(until: [UInt8(ascii: "]")])))
        place += 1
      case UInt8(ascii: "<"):
        flush()
        parts.append(choice())
      default: literal.append(byte)
      }
    }
    flush()
    return parts
  }

  private mutating func choice() -> SentenceForm.Part {
    var name = ""
    if let colon = text[place...].firstIndex(of: UInt8(ascii: ":")),
      text[place..<colon].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    {
      name = String(decoding: text[place..<colon], as: UTF8.self)
      place = colon + 1
    }
    var options: [[SentenceForm.Part]] = []
    while place < text.count {
      options.append(parts(until: [UInt8(ascii: "|"), UInt8(ascii: ">")]))
      place += 1
      if text[place - 1] == UInt8(ascii: ">") { break }
    }
    return .choice(name: name, options)
  }
}

/// What a sentence belongs to.
struct SentenceContext {
  /// The promise that the explanation or the pane is about, if there is one.
  var subject: PromiseID?
  /// What the subject came from, through any number of steps.
  var path: Set<PromiseID> = []
  /// The two promises whose order is explained, the one that ran first before the other.
  var pair: [PromiseID] = []
  /// The columns before a row about time, and the event with which it begins.
  var row: TimeRow?
  var start: Int?
}

/// What the holes of a form stand for in a sentence.
struct SentenceMatch {
  enum Found {
    case promises([PromiseID])
    case jobs([PromiseEvent.JobID])
    case queues([PromiseEvent.QueueID])
    case number(Int)
    case text(String)
  }

  var found: [(name: String, value: Found)] = []
  var context = SentenceContext()

  /// The promise that the explanation or the pane is about, if there is one.
  var subject: PromiseID? { context.subject }

  subscript(name: String) -> Found? { found.last { $0.name == name }?.value }

  func has(_ name: String) -> Bool { self[name] != nil }

  func promises(_ name: String) throws -> [PromiseID] {
    guard case .promises(let promises)? = self[name] else {
      throw Falsehood(description: "the form has no \(name)")
    }
    return promises
  }

  func promise(_ name: String = "promise") throws -> PromiseID {
    guard let first = try promises(name).first else {
      throw Falsehood(description: "no promise is called that")
    }
    return first
  }

  /// The job of a hole; of several with that name, one that `fits`.
  func job(
    _ name: String = "job", in scene: EventScene,
    where fits: (EventRecord.Job) -> Bool = { _ in true }
  ) throws -> (id: PromiseEvent.JobID, job: EventRecord.Job) {
    guard case .jobs(let ids)? = self[name] else {
      throw Falsehood(description: "the form has no \(name)")
    }
    for id in ids {
      if let job = scene.record.jobs[id], fits(job) { return (id, job) }
    }
    throw Falsehood(description: "no job of that name does what is said")
  }

  func queues(_ name: String = "queue") throws -> [PromiseEvent.QueueID] {
    guard case .queues(let queues)? = self[name] else {
      throw Falsehood(description: "the form has no \(name)")
    }
    return queues
  }

  func number(_ name: String = "n") throws -> Int {
    guard case .number(let number)? = self[name] else {
      throw Falsehood(description: "the form has no \(name)")
    }
    return number
  }

  /// The job of a hole, which has to be `id`.
  func job(
    _ id: PromiseEvent.JobID?, in scene: EventScene
  ) throws -> (id: PromiseEvent.JobID, job: EventRecord.Job) {
    guard case .jobs(let ids)? = self["job"], let id, ids.contains(id),
      let job = scene.record.jobs[id]
    else { throw Falsehood(description: "it is \(id.map { "\($0)" } ?? "none")") }
    return (id, job)
  }

  func text(_ name: String = "text") -> String {
    if case .text(let text)? = self[name] { text } else { "" }
  }

  /// Whether a hole stands for a value, or for its beginning.
  func shows(_ value: String?, _ name: String = "text") -> Bool {
    guard let value, has(name) else { return false }
    let said = text(name)
    return said == value.shown(max(said.count, 14))
  }

  /// Returns the promise of a question, which has to be the one that is asked about.
  func asked() throws -> PromiseID {
    let promise = try promise()
    try require(subject == nil || promise == subject, "the question is about another one")
    return promise
  }

  /// Requires that a time or a length of the sentence is `nanoseconds`.
  func require(_ name: String, is nanoseconds: Int64?) throws {
    guard let nanoseconds else { throw Falsehood(description: "\(name) never was") }
    let said = try number(name)
    try require(
      said == Int(nanoseconds / 100_000),
      "\(name) is \(PromiseGraph.milliseconds(nanoseconds)), not \(Double(said) / 10)")
  }

  func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw Falsehood(description: reason()) }
  }
}
