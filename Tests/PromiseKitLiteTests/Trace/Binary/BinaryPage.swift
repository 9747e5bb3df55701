import Foundation
import TestSupport

@testable import PromiseEvents
@testable import PromiseKitLite

/// The page about binary traces, docs/reference/binary-traces.md, and the parts of it that are generated.
enum BinaryPage {
  static let file = TraceSchema.checkout.appending(path: "docs/reference/binary-traces.md")

  /// The words of each field of that type, in the order of their numbers.
  static let words: [(kind: String, key: String, words: [String])] = [
    list("created", "op", PromiseEvent.Operation.self),
    list("created", "lang", PromiseEvent.ProgramLanguage.self),
    list("jobEnded", "end", PromiseEvent.JobEnding.self),
    list("handlerSkipped", "why", PromiseEvent.SkipReason.self),
    list("settled", "out", PromiseEvent.Outcome.self),
    list("settled", "odd", PromiseEvent.Oddity.self),
    list("resolutionIgnored", "out", PromiseEvent.Outcome.self),
    list("inputSettled", "out", PromiseEvent.Outcome.self),
    list("inputIgnored", "out", PromiseEvent.Outcome.self),
    list("deallocated", "state", StateWord.self),
    list("waitEnded", "end", PromiseEvent.WaitEnding.self),
    list("awaitEnded", "end", PromiseEvent.AwaitEnding.self),
    list("queueDeclared", "type", QueueWord.self),
    list("spanLinked", "role", PromiseEvent.SpanRole.self),
    list("gateChanged", "action", PromiseEvent.GateAction.self),
  ]

  private static func list<Word: EventWord>(
    _ kind: String, _ key: String, _ type: Word.Type
  ) -> (String, String, [String]) {
    (kind, key, Word.allCases.sorted { $0.code < $1.code }.map(\.rawValue))
  }

  /// The generated parts of the page, by their names.
  static var parts: [(name: String, text: String)] {
    let rows = words.map { kind, key, words in
      "| `\(kind)` | `\(key)` | \(words.map { "`\($0)`" }.joined(separator: ", ")) |\n"
    }
    return [
      ("records", "```\n\(BinaryRecords.text)```\n"),
      ("words", "| record | field | words, from 0 |\n|---|---|---|\n" + rows.joined()),
    ]
  }

  /// The lists of words as the page has them, by `kind.key`.
  static func shownWords() throws -> [String: [String]] {
    let text = try String(contentsOf: file, encoding: .utf8)
    var words: [String: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let quoted = line.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      guard quoted.count > 2 else { continue }
      words["\(quoted[0]).\(quoted[1])"] = Array(quoted.dropFirst(2))
    }
    return words
  }

  /// A number that changes with every code, name, field, and word of the format.
  static var fingerprint: UInt64 {
    let text = parts.map(\.text).joined() + "\(BinaryFormat.headerSize) \(BinaryFormat.chunkSize)"
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
