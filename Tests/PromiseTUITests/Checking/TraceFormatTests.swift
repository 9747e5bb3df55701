import PromiseKitLite
import Testing

@testable import promise_tui

@Suite("check --only format: a trace that another program writes")
struct TraceFormatTests {
  private static let header =
    #"{"promise-trace":"1.8","clock":"monotonic","language":"javascript"}"#

  /// A chain of two promises, as a program should write it.
  private static let chain = [
    #"{"n":1,"t":0,"th":1,"k":"queueDeclared","on":1,"label":"microtasks","type":"serial"}"#,
    #"{"n":2,"t":1,"th":1,"k":"created","p":1,"op":"value"}"#,
    #"{"n":3,"t":2,"th":1,"k":"settled","p":1,"out":"fulfilled","text":"1"}"#,
    #"{"n":4,"t":2,"th":1,"k":"created","p":2,"op":"then","parents":[1]}"#,
    #"{"n":5,"t":2,"th":1,"k":"handlerAttached","p":2,"parent":1,"ordinal":1,"on":1}"#,
    #"{"n":6,"t":2,"th":1,"k":"jobEnqueued","j":1,"p":2,"on":1}"#,
    #"{"n":7,"t":3,"th":1,"q":1,"k":"jobStarted","j":1,"p":2,"on":1}"#,
    #"{"n":8,"t":4,"th":1,"q":1,"k":"jobEnded","j":1,"p":2,"on":1,"end":"returned"}"#,
    #"{"n":9,"t":4,"th":1,"k":"settled","p":2,"out":"fulfilled"}"#,
  ]

  private func findings(_ lines: [String], header: String = header) throws -> [String] {
    var check = TraceFormatCheck()
    try check.take(Array((([header] + lines).joined(separator: "\n") + "\n").utf8))
    return try check.finish().map { "\($0.line)\($0.isNote ? " note" : ""): \($0.text)" }
  }

  /// The chain with one line replaced, removed or moved.
  private func findings(replacing number: Int, by line: String?) throws -> [String] {
    var lines = Self.chain
    if let line { lines[number - 1] = line } else { lines.remove(at: number - 1) }
    return try findings(lines)
  }

  @Test("A valid trace has no finding, also in pieces and out of order")
  func valid() throws {
    #expect(try findings(Self.chain) == [])
    #expect(try findings(Self.chain.reversed()) == [])
    var check = TraceFormatCheck()
    for byte in ([Self.header] + Self.chain).joined(separator: "\n").utf8 + [10] {
      try check.take([byte])
    }
    #expect(try check.finish() == [] && check.count == 9)
  }

  @Test(
    "A line that is not right is named, with what is wrong and what to do",
    arguments: [
      (2, #"{"n":2,"t":1,"th":1,"k":"created","p":1}"#, "3: the field op is missing"),
      (
        2, #"{"n":2,"t":1,"th":1,"k":"created","p":"1","op":"value"}"#, "3: the field p has a value"
      ),
      (
        2, #"{"n":2,"t":1,"th":1,"k":"created","p":1,"op":"spawn"}"#,
        "3: the field op has the unknown value"
      ),
      (2, #"{"n":2,"t":1,"th":1,"k":"created","p":1,"op":"value""#, "3: "),
      (
        2, #"{"n":2,"t":1,"th":1,"k":"created","p":7,"op":"value"}"#,
        "4: promise 1 has no 'created' before this event: create it first"
      ),
      (
        3, #"{"n":3,"t":2,"th":1,"k":"note","text":"1"}"#,
        "7: the handler is enqueued before promise 1 has settled: settle it first"
      ),
      (
        6, #"{"n":6,"t":2,"th":1,"k":"note","text":"1"}"#,
        "8: job 1 has no 'jobEnqueued' before this event: enqueue it first"
      ),
      (
        7, #"{"n":7,"t":3,"th":1,"k":"note","text":"1"}"#,
        "9: job 1 has no 'jobStarted' before this event: start it first"
      ),
      (
        1, #"{"n":1,"t":0,"th":1,"k":"note","text":"1"}"#,
        "6: queue 1 has no 'queueDeclared' before this event: declare it first"
      ),
      (
        9, #"{"n":9,"t":4,"th":1,"k":"settled","p":1,"out":"fulfilled"}"#,
        "10: promise 1 has settled before: a promise settles once"
      ),
      (
        9, #"{"n":9,"t":1,"th":1,"k":"settled","p":2,"out":"fulfilled"}"#,
        "10: t is 1, but event 8 on the same thread has 4"
      ),
      (
        9, #"{"n":8,"t":4,"th":1,"k":"settled","p":2,"out":"fulfilled"}"#,
        "10: event 8 is already in line 9: give each event its own number"
      ),
      (
        9, #"{"n":12,"t":4,"th":1,"k":"settled","p":2,"out":"fulfilled"}"#,
        "10: the numbers 9 to 11 are missing before event 12"
      ),
    ])
  func wrong(line: Int, text: String, finding: String) throws {
    let found = try findings(replacing: line, by: text)
    #expect(found.first?.hasPrefix(finding) == true, "\(found)")
  }

  @Test("What a newer version may have is noted, and is no mistake")
  func notes() throws {
    let more = [
      #"{"n":10,"t":5,"th":1,"k":"resumed","p":2}"#,
      #"{"n":11,"t":5,"th":1,"k":"note","text":"x","color":"red"}"#,
      #"{"n":12,"t":5,"th":1,"k":"note","text":"y","color":"red","q":null}"#,
    ]
    let found = try findings(
      Self.chain + more,
      header: #"{"promise-trace":"1.8","clock":"sundial","host":"a"}"#)
    #expect(found.allSatisfy { $0.contains(" note: ") || $0.contains("missing before event 11") })
    #expect(found.contains { $0.hasPrefix("11 note: the field k has the unknown value") })
    #expect(found.count { $0.contains("'note' has no field color") } == 1)
    #expect(found.contains { $0.contains("the header has the unknown field host") })
    #expect(found.contains { $0.contains("the clock sundial is unknown") })
  }

  @Test("Lost events and a reader that came late excuse what is missing")
  func losses() throws {
    let lost = #"{"n":9,"t":4,"th":1,"k":"dropped","count":4}"#
    let after = #"{"n":10,"t":4,"th":1,"k":"settled","p":7,"out":"fulfilled"}"#
    #expect(try findings(Array(Self.chain[..<5]) + [lost, after]) == [])
    let gap = #"{"n":7,"t":3,"th":1,"k":"dropped","count":1}"#
    #expect(try findings(Self.chain[..<6] + [gap] + Self.chain[7...]) == [])
    // In a limited trace, what was lost may have happened before the events that it begins with.
    let before = #"{"n":1,"t":1,"th":1,"k":"settled","p":7,"out":"fulfilled"}"#
    #expect(try findings([before, #"{"n":9,"t":4,"th":1,"k":"dropped","count":8}"#]) == [])
    #expect(
      try findings(
        [#"{"n":81,"t":4,"th":1,"k":"settled","p":7,"out":"fulfilled"}"#],
        header: #"{"promise-trace":"1.4","since":80}"#) == [])
  }

  @Test("A last line without its end, and what is no trace")
  func ends() throws {
    var check = TraceFormatCheck()
    try check.take(Array((Self.header + "\n" + Self.chain[1]).utf8))
    #expect(try check.finish().contains { $0.text.contains("the last line has no line feed") })
    #expect(throws: TraceError.empty) {
      var check = TraceFormatCheck()
      _ = try check.finish()
    }
    #expect(throws: TraceError.self) {
      var check = TraceFormatCheck()
      try check.take(Array("hello\n".utf8))
    }
  }

  @Test("The report is in lines as a compiler prints them, and counts the mistakes")
  func report() {
    var report = TraceFormatReport(
      name: "a.jsonl",
      findings: [
        .init(line: 3, text: "wrong"), .init(line: 4, text: "odd", isNote: true),
      ], count: 9)
    #expect(
      report.text == "a.jsonl:3: wrong\na.jsonl:4: note: odd\na.jsonl: 1 mistake in 9 events\n")
    report.findings = []
    #expect(report.text == "ok    a.jsonl: 9 events, the format is valid\n")
    report.isQuiet = true
    #expect(report.text == "")
  }
}
