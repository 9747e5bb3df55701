import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The numbers of a trace that is read")
struct TraceNumberTests {
  /// Reads one line after a header.
  private func read(_ line: String) throws -> (event: PromiseEvent?, problem: String?) {
    var reader = TraceReader()
    _ = try reader.read(TraceWriter().line(TraceHeader(isVirtual: false)))
    let events = try reader.read(Array("\(line)\n".utf8)) + reader.finish()
    return (events.first, reader.problems.first?.description)
  }

  @Test(
    "A number that names something makes the line invalid if it is out of range",
    arguments: [
      (#""k":"bodyStarted","p":N"#, "p"), (#""k":"adopted","p":1,"inner":N"#, "inner"),
      (#""k":"note","text":"","th":N"#, "th"), (#""k":"note","text":"","q":N"#, "q"),
      (#""k":"created","p":2,"op":"all","parents":[1,N]"#, "parents"),
      (#""k":"choiceMade","chosen":0,"options":[{"start":1,"on":N}]"#, "on"),
    ])
  func identities(fields: String, name: String) throws {
    for number in [0, -1, .min, .max, 1 << 53] {
      let line = #"{"n":1,"t":0,"# + fields.replacing("N", with: "\(number)") + "}"
      let (event, problem) = try read(line)
      #expect(event == nil)
      #expect(problem == "line 2: the field \(name) has a number that is out of range")
    }
    for number in [1, 1 << 53 - 1] {
      let line = #"{"n":1,"t":0,"# + fields.replacing("N", with: "\(number)") + "}"
      #expect(try read(line).event != nil)
    }
  }

  @Test("An amount becomes the nearest one in its range")
  func amounts() throws {
    func kind(_ fields: String) throws -> PromiseEvent.Kind? {
      try read(#"{"n":1,"t":0,"# + fields + "}").event?.kind
    }
    #expect(try kind(#""k":"dropped","count":\#(Int.min)"#) == .dropped(count: 0))
    #expect(try kind(#""k":"dropped","count":\#(Int.max)"#) == .dropped(count: 1 << 53 - 1))
    #expect(
      try kind(#""k":"timerScheduled","timer":1,"due":\#(Int.max)"#)
        == .timerScheduled(timer: 1, promise: nil, due: 1 << 61))
    #expect(
      try kind(#""k":"sourceText","file":"a","line":\#(Int.max),"text":"b""#)
        == .sourceText(file: "a", firstLine: Int(Int32.max), text: "b"))
    #expect(
      try kind(#""k":"queueDeclared","on":1,"label":"a","type":"concurrent","width":-5"#)
        == .queueDeclared(queue: 1, label: "a", kind: .concurrent(width: 1), assumed: false))
    let site = SourceSite(file: "a", line: 0, column: Int(Int32.max))
    #expect(
      try kind(
        #""k":"created","p":1,"op":"body","file":"a","line":\#(Int.min),"col":\#(Int.max)"#)
        == .created(.init(promise: 1, operation: .body, site: site)))
  }

  @Test("The header's numbers are in their ranges")
  func header() throws {
    var reader = TraceReader()
    let line = #"{"promise-trace":"1.5","pid":\#(Int.max),"since":\#(Int.min)}"#
    _ = try reader.read(Array("\(line)\n".utf8))
    #expect(reader.header?.pid == Int(Int32.max) && reader.header?.since == 0)
  }

  @Test("Any two times, each of them twice, and their distance fit into 64 bits")
  func times() {
    let (first, last) = (EventNumbers.times.lowerBound, EventNumbers.times.upperBound)
    #expect(!(last.subtractingReportingOverflow(first)).overflow)
    #expect(!first.multipliedReportingOverflow(by: 2).overflow)
    #expect(!last.multipliedReportingOverflow(by: 2).overflow)
  }

  @Test("A line with more values than its memory has room for is skipped, and the next one is read")
  func mostValues() throws {
    var reader = TraceReader()
    _ = try reader.read(TraceWriter().line(TraceHeader(isVirtual: false)))
    func created(_ number: Int, parents: Int) -> [UInt8] {
      let list = Array(repeating: "1", count: parents).joined(separator: ",")
      return Array(
        (#"{"n":\#(number),"t":0,"k":"created","p":2,"op":"all","parents":[\#(list)]}"# + "\n").utf8
      )
    }
    var events = try reader.read(created(1, parents: JSONScanner.partLimit))
    #expect(events.isEmpty)
    #expect(reader.problems.first?.description.contains("too many values") == true)
    events = try reader.read(created(2, parents: JSONScanner.partLimit - 7))
    #expect(events.map(\.sequence) == [2])
    #expect(reader.problemCount == 1)
  }

  @Test(
    "An input without an event is given up after a gigabyte, and one with events is not",
    arguments: ["\n", " \n", "x", "{}\n"])
  func endless(text: String) throws {
    var reader = TraceReader(bytesWithoutEvent: 100_000)
    _ = try reader.read(TraceWriter().line(TraceHeader(isVirtual: false)))
    let piece = Array(String(repeating: text, count: 40_000 / text.utf8.count).utf8)
    let note = Array("\n{\"n\":1,\"t\":0,\"k\":\"note\",\"text\":\"\"}\n".utf8)
    for _ in 0..<5 {
      for _ in 0..<2 { #expect(try reader.read(piece).isEmpty) }
      #expect(try reader.read(note).count == 1)
    }
    for _ in 0..<2 { _ = try reader.read(piece) }
    #expect(throws: TraceError.endless) { _ = try reader.read(piece) }
  }

  @Test("A first line without an end is given up as soon as it is too long")
  func endless() throws {
    var reader = TraceReader(lineLimit: 1000)
    _ = try reader.read(Array(repeating: 0, count: 1000))
    #expect(throws: TraceError.self) { _ = try reader.read([0]) }
  }
}
