import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite struct TraceTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The events that a reader reads from `text`, and the reader.
  private func read(_ text: String) throws -> (events: [PromiseEvent], reader: TraceReader) {
    var reader = TraceReader()
    var events = try reader.read(Array(text.utf8))
    events += try reader.finish()
    return (events, reader)
  }

  private let header = "{\"promise-trace\":\"1.0\",\"clock\":\"virtual\"}\n"

  @Test("Every kind of event is read back as it was, whatever its strings")
  func roundTrip() throws {
    var reader = TraceReader()
    let events = try reader.read(TraceSamples.trace) + reader.finish()
    #expect(events == TraceSamples.events)
    #expect(reader.problems.isEmpty && reader.skipped.isEmpty)
    #expect(reader.header == TraceHeader(isVirtual: true, title: "samples"))
  }

  @Test("A trace may arrive in pieces of any length", arguments: [1, 2, 3, 7, 64, 1000])
  func pieces(length: Int) throws {
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    var rest = TraceSamples.trace[...]
    while !rest.isEmpty {
      events += try reader.read(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    events += try reader.finish()
    #expect(events == TraceSamples.events)
  }

  @Test("The lines are those of the format")
  func format() {
    let writer = TraceWriter()
    let events = [
      PromiseEvent(
        sequence: 2, time: 80, thread: 3, queue: nil,
        kind: .created(
          .init(
            promise: 2, operation: .then, label: "fetch \"all\"\n",
            site: SourceSite(file: "Demos/Login.swift", line: 11, column: 17), parents: [1]))),
      PromiseEvent(
        sequence: 3, time: 0, thread: nil, queue: 2,
        kind: .settled(.init(promise: 1, outcome: .fulfilled, description: "tok\u{1B}\u{85}"))),
    ]
    #expect(
      lines(writer.line(TraceHeader(isVirtual: false, title: "t")) + events.flatMap(writer.line))
        == [
          #"{"promise-trace":"1.10","clock":"monotonic","title":"t"}"#,
          #"{"n":2,"t":80,"th":3,"k":"created","p":2,"op":"then","label":"fetch \"all\"\n","#
            + #""file":"Demos/Login.swift","line":11,"col":17,"parents":[1]}"#,
          #"{"n":3,"t":0,"q":2,"k":"settled","p":1,"out":"fulfilled","text":"tok\u001b\u0085"}"#,
        ])
  }

  @Test("A trace contains no control characters")
  func controls() {
    for scalar in String(decoding: TraceSamples.trace, as: UTF8.self).unicodeScalars {
      #expect(scalar == "\n" || scalar.properties.generalCategory != .control)
    }
  }

  @Test("If values are secret, they are left out, and the rest is kept")
  func secrets() throws {
    let writer = TraceWriter(includesValues: false)
    let settled = PromiseEvent(
      sequence: 1, time: 0, thread: nil, queue: nil,
      kind: .settled(.init(promise: 1, outcome: .rejected, description: "secret", origin: 1)))
    let events = try read(header + lines(writer.line(settled)).joined() + "\n").events
    #expect(
      events.map(\.kind) == [.settled(.init(promise: 1, outcome: .rejected, origin: 1))])
  }

  @Test(
    "The language of the program is in the header, and its promises have it",
    arguments: [
      (nil, PromiseEvent.ProgramLanguage.swift), ("javascript", .javaScript), ("cobol", .other),
    ])
  func language(name: String?, language: PromiseEvent.ProgramLanguage) throws {
    var header = TraceHeader(isVirtual: false)
    header.language = name
    let line = String(decoding: TraceWriter().line(header), as: UTF8.self)
    let (events, reader) = try read(
      line + #"{"n":1,"t":0,"k":"created","p":1,"op":"async"}"# + "\n")
    #expect(reader.header?.language == name)
    #expect(
      events.map(\.kind) == [.created(.init(promise: 1, operation: .async, language: language))])
    // As it is kept in memory.
    #expect(PackedEvents(events).events == events)
  }

  @Test("A newer major version is rejected, and distinguished from a file that is not a trace")
  func headers() {
    #expect(throws: TraceError.newerVersion("2.0")) { try read("{\"promise-trace\":\"2.0\"}\n") }
    #expect(throws: TraceError.empty) { try read("") }
    for text in [
      "\n", "hello\n", "{}\n", "[1]\n", "{\"promise-trace\":1}\n", "{\"promise-trace\":\"x\"}\n",
      "{\"promise-trace\":\"0.9\"}\n", "{\"promise-trace\":\"1.0", "\u{1F}\u{8B}\u{8}",
    ] {
      do {
        _ = try read(text)
        Issue.record("read: \(text)")
      } catch TraceError.notATrace {
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("Kinds and words of a newer minor version are skipped, counted, and keep their numbers")
  func newerMinor() throws {
    let (events, reader) = try read(
      """
      {"promise-trace":"1.11","clock":"virtual","new":{"a":[1.5,null]}}
      {"n":1,"t":5,"k":"teleported","p":1,"to":[{"x":1e9}]}
      {"n":2,"t":6,"k":"created","p":1,"op":"teleport"}
      {"n":3,"t":6,"k":"note","text":"x","new":-0.5}

      """)
    #expect(events.map(\.kind) == [.dropped(count: 0), .dropped(count: 0), .note("x")])
    #expect(events.map(\.sequence) == [1, 2, 3])
    #expect(reader.skipped == ["teleported": 1, "op teleport": 1])
    #expect(reader.problems.isEmpty)
  }

  @Test("Garbage affects only its line, and is reported with its number")
  func garbage() throws {
    let (events, reader) = try read(
      header + """
        {"n":1,"t":0,"k":"note","text":"a"}
        garbage
        {"n":2,"t":0,"k":"note"}
        {"n":3,"t":0,"k":"teleported"}
        {"n":"4","t":0,"k":"note","text":"a"}
        \r
        [1,2]
        {"n":5,"t":0,"k":"note","text":"b"} {}
        {"n":6,"t":0,"k":"note","text":"c"}
        """)
    #expect(events.map(\.sequence) == [1, 6])
    #expect(
      reader.problems.map(\.description) == [
        "line 3: invalid JSON at byte 1: not a value",
        "line 4: the field text is missing",
        "line 5: the field k has the unknown value teleported",
        "line 6: the field n has a value of the wrong type",
        "line 8: not an object",
        "line 9: invalid JSON at byte 37: unexpected text after the value",
      ])
  }

  @Test(
    "A trace that is cut off anywhere in its last line is reported as such, and as nothing else"
  )
  func truncation() throws {
    let first = "{\"n\":1,\"t\":0,\"k\":\"note\",\"text\":\"a\"}\n"
    let last =
      "{\"n\":2,\"t\":-7,\"k\":\"created\",\"p\":1,\"op\":\"then\",\"late\":true,"
      + "\"parents\":[1,2],\"label\":\"\\u0041\\n\"}"
    for length in 1..<last.count {
      let (events, reader) = try read(header + first + last.prefix(length))
      #expect(events.count == 1)
      #expect(reader.problems == [TraceProblem(line: 3, kind: .truncated)])
      #expect(reader.isCutShort)
    }
    let (whole, end) = try read(header + first + last)
    #expect(whole.count == 2 && !end.isCutShort)
    let (_, reader) = try read(header + first + "rubbish")
    #expect(reader.problems.map(\.kind) != [.truncated] && reader.problemCount == 1)
  }

  @Test("A line that is too long is skipped and takes no memory")
  func longLines() throws {
    var reader = TraceReader(lineLimit: 100)
    var events = try reader.read(Array(header.utf8))
    for _ in 0..<100 { events += try reader.read(Array(repeating: UInt8(ascii: "x"), count: 90)) }
    events += try reader.read(Array("\n{\"n\":1,\"t\":0,\"k\":\"note\",\"text\":\"a\"}\n".utf8))
    events += try reader.read(Array(repeating: UInt8(ascii: "y"), count: 200) + [0x0A])
    events += try reader.finish()
    #expect(events.map(\.sequence) == [1])
    #expect(reader.problems.map(\.kind) == [.tooLong, .tooLong])
    #expect(reader.problems.map(\.line) == [2, 4])
  }

  @Test("Damaged bytes never trap, and intact lines are still read")
  func damage() throws {
    let (trace, events) = (TraceSamples.trace, TraceSamples.events)
    let header = TraceWriter().line(TraceHeader(isVirtual: true, title: "samples"))
    try Rounds(12).each { round, random in
      for _ in 1...8 {
        var bytes = Array(trace.dropFirst(header.count))
        random.scramble(upTo: 20, of: &bytes)
        if random.one(in: 4) { random.cut(&bytes) }
        var reader = TraceReader()
        let read = try reader.read(header + bytes) + reader.finish()
        #expect(read.count > 0 || bytes.count < 4000, "\(round)")
        #expect(Set(read).subtracting(events).count <= 21, "\(round)")
      }
    }
  }
}
