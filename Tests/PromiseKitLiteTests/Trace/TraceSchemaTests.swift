import Foundation
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The schema and the page of the format")
struct TraceSchemaTests {
  private let schema: TraceSchema

  init() throws { schema = try TraceSchema() }

  private static let lines = TraceSamples.trace.split(separator: 0x0A).map(Array.init)

  /// The header, and the events of every kind with one text.
  private static let someOfEachKind =
    [lines[0]]
    + TraceSamples.kinds(with: "plain").map { kind in
      let event = PromiseEvent(sequence: 7, time: 8, thread: 1, queue: 2, kind: kind)
      return Array(TraceWriter().line(event).dropLast())
    }

  @Test("Every line that the writer writes matches the schema")
  func written() {
    for line in Self.lines {
      let problem = schema.problem(with: line)
      #expect(problem == nil, "\(String(decoding: line, as: UTF8.self).prefix(200))")
    }
  }

  @Test("The schema has the kinds and fields that the writer writes, and no others")
  func complete() throws {
    #expect(schema.kinds.sorted() == PromiseEvent.Kind.Name.allCases.map(\.rawValue).sorted())
    var written: [String: Set<String>] = [:]
    for line in Self.lines.dropFirst() {
      let value = try JSONScanner.value(of: line[...])
      written[value["k"].string ?? "", default: []].formUnion(value.fields.map(\.key))
    }
    for kind in schema.kinds {
      let own = Set(schema.fields(of: kind).map(\.name)).union(["n", "t", "th", "q", "k"])
      #expect(own == written[kind], "\(kind)")
    }
    let header = try JSONScanner.value(of: Self.lines[0][...]).fields.map(\.key)
    #expect(Set(header).isSubset(of: schema.fields(of: "header").map(\.name)))
  }

  @Test("Its words are those of the events")
  func words() {
    func words(_ kind: String, _ field: String) -> [String] {
      schema[kind]["properties"][field]["enum"].array.compactMap(\.string)
    }
    #expect(words("created", "op") == PromiseEvent.Operation.allCases.map(\.rawValue))
    #expect(words("jobEnded", "end") == PromiseEvent.JobEnding.allCases.map(\.rawValue))
    #expect(words("waitEnded", "end") == PromiseEvent.WaitEnding.allCases.map(\.rawValue))
    #expect(words("handlerSkipped", "why") == PromiseEvent.SkipReason.allCases.map(\.rawValue))
    #expect(words("settled", "odd") == PromiseEvent.Oddity.allCases.map(\.rawValue))
    for kind in ["settled", "resolutionIgnored", "inputSettled", "inputIgnored"] {
      #expect(words(kind, "out") == PromiseEvent.Outcome.allCases.map(\.rawValue))
    }
  }

  @Test(
    "A field that is missing or of the wrong type is rejected by both the schema and the reader"
  )
  func broken() throws {
    for line in Self.someOfEachKind {
      let value = try JSONScanner.value(of: line[...])
      let isHeader = !value.fields.contains { $0.key == "k" }
      for (index, field) in value.fields.enumerated() {
        for other: JSONValue? in [nil, .real(1.5), .bool(false), .array([.null]), .string("?")] {
          var fields = value.fields
          if let other { fields[index].value = other } else { fields.remove(at: index) }
          let broken = JSONValue.object(fields).text
          if schema.problem(with: broken.utf8) == nil {
            #expect(Self.reads(broken, asHeader: isHeader), "\(broken.prefix(200))")
          } else if other == nil {
            let isNeeded = schema.problem(with: broken.utf8)?.contains(field.key) ?? false
            #expect(isNeeded || !Self.reads(broken, asHeader: isHeader), "\(broken.prefix(200))")
          }
        }
      }
    }
  }

  /// The reader reads the line correctly.
  private static func reads(_ line: String, asHeader: Bool) -> Bool {
    var reader = TraceReader()
    let header = "{\"promise-trace\":\"1.0\"}\n"
    do {
      let events = try reader.read(Array(((asHeader ? "" : header) + line + "\n").utf8))
      return reader.problems.isEmpty && events.count == (asHeader ? 0 : 1)
    } catch {
      return false
    }
  }

  @Test(
    "A line that does not belong to a trace is rejected",
    arguments: [
      "", "{", "[]", "7", "{}", "{\"n\":1,\"t\":0,\"k\":\"nothing\"}", "{\"n\":1,\"t\":0}",
      "{\"promise-trace\":1}", "{\"promise-trace\":\"1\"}", "{\"n\":1,\"t\":0,\"k\":\"note\"}",
      "{\"n\":1,\"t\":0,\"k\":\"dropped\",\"count\":-1}",
    ])
  func refused(line: String) {
    #expect(schema.problem(with: line.utf8) != nil)
  }

  @Test("The page has the tables from the schema: UPDATE_DOCUMENTS=1 rewrites them")
  func page() throws {
    let file = TraceSchema.checkout.appending(path: "docs/reference/trace-format.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var fresh = text
    for (name, table) in [
      ("header", schema.table(of: "header")), ("event", schema.table(of: "event")),
      ("kinds", schema.kindTable),
    ] {
      let begin = "<!-- begin: \(name) -->\n"
      let start = try #require(fresh.range(of: begin)).upperBound
      let end = try #require(fresh.range(of: "<!-- end -->", range: start..<fresh.endIndex))
      fresh.replaceSubrange(start..<end.lowerBound, with: table)
    }
    let version = "\(TraceHeader.currentMajor).\(TraceHeader.currentMinor)"
    #expect(fresh.contains("version \(version)"))
    #expect(schema.root["title"].string?.hasSuffix("version \(version)") == true)
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try fresh.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text == fresh, "make documents writes it anew")
    }
  }

  @Test("The lines on the page are lines of a trace")
  func shown() throws {
    let file = TraceSchema.checkout.appending(path: "docs/reference/trace-format.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let shown = text.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(shown.count > 8)
    for line in shown { #expect(schema.problem(with: line.utf8) == nil, "\(line)") }
    var reader = TraceReader()
    let events = try reader.read(Array(shown.joined(separator: "\n").utf8)) + reader.finish()
    #expect(reader.problems.isEmpty && events.count == shown.count - 1)
  }
}

// MARK: - The page

extension TraceSchema {
  /// The fields of a definition, one row each.
  func table(of name: String) -> String {
    "| field | type | |\n|---|---|---|\n"
      + fields(of: name).map { field in
        "| `\(field.name)`\(field.isRequired ? "" : "?") | \(type(of: field.schema)) | \(about(field.schema)) |\n"
      }.joined()
  }

  /// Every kind of event, followed by its fields.
  var kindTable: String {
    kinds.map { kind in
      let own = fields(of: kind)
      return "### `\(kind)`\n\n\(self[kind]["description"].string ?? "")\n\n"
        + (own.isEmpty ? "" : table(of: kind) + "\n")
    }.joined()
  }

  private func about(_ schema: JSONValue) -> String {
    let text = schema["description"].string ?? ""
    let words = schema["enum"].array.compactMap(\.string)
    return words.isEmpty
      ? text : text + (text.isEmpty ? "" : " ") + words.map { "`\($0)`" }.joined(separator: ", ")
  }

  private func type(of schema: JSONValue) -> String {
    if schema["$ref"].string?.hasSuffix("identity") == true { return "identity" }
    if !schema["enum"].array.isEmpty { return "word" }
    if schema["const"] == .bool(true) { return "`true`" }
    guard schema["type"].string == "array" else { return schema["type"].string ?? "" }
    let items = schema["items"]
    return items["type"].string.map { "array of \($0)s" }
      ?? (items["$ref"].string?.hasSuffix("identity") == true
        ? "array of identities" : "array of objects")
  }
}
