import Foundation
import PromiseKitLite
import PromiseScreens
import TestSupport
import Testing

@testable import promise_tui

/// Every text of a trace is hostile: it moves the cursor, retitles the window, reverses the line.
@Suite("A hostile text in a trace")
struct HostileTextTests {
  /// What no output may contain. Line feeds are allowed, because every form has lines of its own.
  private static let hostile =
    "\u{1B}]0;owned\u{7}\u{1B}[2J\u{7F}\u{9B}31m\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\n\r\t\u{0}"

  /// The fields whose values are words of the format.
  private static let words: Set<String> = [
    "k", "op", "out", "end", "why", "type", "state", "odd", "role", "action", "clock",
    "promise-trace",
  ]

  private static func hostile(_ fields: [JSONField]) -> [JSONField] {
    fields.changed { key, value in
      guard case .string(let text) = value, !words.contains(key) else { return value }
      return .string(hostile + text + hostile)
    }
  }

  /// Returns the trace with hostile texts, and with lines, fields and words that no version knows.
  private static func hostile(_ trace: BaseTraces.Trace, minor: Int = 5) -> [UInt8] {
    var changed = trace
    let unknown = JSONField(key: "unknown" + hostile, value: .string(hostile))
    changed.header = hostile(trace.header) + [unknown]
    changed.header[0].value = .string("1.\(minor)")
    changed.events = trace.events.map { hostile($0) + [unknown] }
    for key in ["k", "op", "out", "end", "why", "type", "state", "role", "action"] {
      guard var event = trace.events.first(where: { $0.contains { $0.key == key } }) else {
        continue
      }
      for index in event.indices where event[index].key == key {
        event[index].value = .string("new" + hostile)
      }
      changed.events.append(event)
    }
    return changed.bytes + Array("{\"n\":\"\(hostile)\n".utf8)
  }

  /// Returns whether a terminal obeys a scalar; the lines of every form end in a line feed.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n": false
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
      "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }

  /// Returns what a terminal would obey in an output.
  private static func harm(in bytes: [UInt8]) -> String? {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    guard let place = scalars.firstIndex(where: isObeyed) else { return nil }
    let around = scalars[max(0, place - 60)..<min(scalars.count, place + 20)]
    return "U+" + String(scalars[place].value, radix: 16) + " in "
      + sanitized(String(String.UnicodeScalarView(around)))
  }

  @Test("The traces contain every kind of event")
  func kinds() {
    let kinds = BaseTraces.all.flatMap(\.events).compactMap { event in
      event.first { $0.key == "k" }?.value
    }
    #expect(Set(kinds) == Set(PromiseEvent.Kind.Name.allCases.map { .string($0.rawValue) }))
    #expect(BaseTraces.all.count == 6)
  }

  @Test(
    "No form of any command that reads the trace contains it",
    arguments: Rounds.isFuzzing ? Array(BaseTraces.all.indices) : [0, 3])
  func forms(index: Int) throws {
    let trace = BaseTraces.all[index]
    // Words that are unknown in this version are reported, and those of a later one skipped.
    let minor = index % 2 == 0 ? 5 : 9
    let other = BaseTraces.all[(index + 1) % BaseTraces.all.count]
    let forms = try EveryForm(
      of: Self.hostile(trace, minor: minor), named: "run \u{1B}[31m\u{202E}.jsonl",
      besides: try Self.recorded(Self.hostile(other)), thoroughly: index == 0)
    Self.expectNoHarm(in: forms)
  }

  @Test("Nor does one of a binary trace", arguments: Rounds.isFuzzing ? [0, 2, 4] : [2])
  func binary(index: Int) throws {
    let events = try BaseTraces.all[index].read
    var reader = TraceReader()
    let hostile = try reader.read(Self.hostile(BaseTraces.all[index]))
    #expect(Set(hostile.map(\.kind.name)) == Set(events.map(\.kind.name)))
    let trace = BinaryTrace(title: "title" + Self.hostile, state: .running)
    let forms = try EveryForm(
      of: trace.bytes(hostile), named: "run \u{1B}[31m\u{202E}.ptrace",
      besides: try Self.recorded(trace.bytes(events)), thoroughly: index == 0)
    Self.expectNoHarm(in: forms)
    let errors = forms.outputs.filter { $0.form == "errors" }
    #expect(
      errors.contains { String(decoding: $0.bytes, as: UTF8.self).contains("killed or crashed") })
  }

  private static func expectNoHarm(in forms: EveryForm) {
    #expect(forms.isTrace)
    #expect(Set(forms.outputs.map(\.form)).count > 60)
    for output in forms.outputs where !output.isBinary {
      let harm = harm(in: output.bytes)
      #expect(harm == nil, "\(output.form): \(harm ?? "")")
    }
    for output in forms.outputs where output.isBinary {
      let text = Data(output.bytes)
      for part in ["\u{1B}]0;", "\u{9B}31m", "\u{202E}", "\u{1B}[2J"] {
        #expect(text.range(of: Data(part.utf8)) == nil, "\(output.form)")
      }
    }
  }

  private static func recorded(_ bytes: [UInt8]) throws -> Recording {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let input = try TraceInput.open(file.path)
    defer { input.close() }
    return try Recording.read(input) { _ in }
  }

  @Test(
    "An error about the first line does not contain it either",
    arguments: [
      "{\"promise-trace\":\"\(hostileVersion)\"}", "{\"promise-trace\":\"9.\(hostileVersion)\"}",
      "{\"promise-trace\":\"9.1\"}", "{\"\(hostileVersion)\":1}", "\u{1B}[2J", "[\"\u{9B}2J\"]",
    ])
  func header(line: String) throws {
    let forms = try EveryForm(of: Array((line + "\n").utf8), named: "run.jsonl")
    #expect(!forms.isTrace && forms.outputs.count == 1)
    for output in forms.outputs { #expect(Self.harm(in: output.bytes) == nil) }
  }

  private static let hostileVersion = "1\\u001b[2J\u{9B}\u{202E}"
}
