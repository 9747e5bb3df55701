import Dispatch
import Foundation
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import PromiseTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("What a failed comparison attaches")
struct RunAttachmentsTests {
  /// Returns the events of a chain over two queues.
  private func events() -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start {
      _ = DispatchQueue(label: "net").async(.promise, label: "login") { 3 }
        .map(label: "fetch", on: DispatchQueue(label: "net")) { $0 + 1 }
        .done(label: "show") { _ in note("shown") }
    }
    _ = simulation.run()
    return recorder.events
  }

  private func attachments(_ golden: [String]?, _ events: [PromiseEvent]) -> RunAttachments {
    RunAttachments(
      name: "checkout", events: events, isVirtual: true,
      golden: golden.map { GoldenOrder(lines: $0) })
  }

  private func picture(_ golden: [String]?, _ events: [PromiseEvent]) throws -> XMLDocument {
    try XMLDocument(data: Data(attachments(golden, events).picture.utf8))
  }

  private func texts(_ document: XMLDocument, _ look: String) throws -> [String] {
    try document.nodes(
      forXPath: "//*[local-name()='text'][contains(concat(' ',@class,' '),' \(look) ')]"
    ).compactMap(\.stringValue)
  }

  @Test("The picture has a column for each queue, a row for each handler and note, and their links")
  func picture() throws {
    let document = try picture(nil, events())
    #expect(try texts(document, "queue") == ["net", "main"])
    #expect(try texts(document, "name") == ["login", "fetch", "show"])
    #expect(try texts(document, "note") == ["shown"])
    #expect(try document.nodes(forXPath: "//*[@class='link']").count == 2)
    #expect(try document.nodes(forXPath: "//*[contains(@class,'extra')]").isEmpty)
    #expect(attachments(nil, events()).picture == attachments(nil, events()).picture)
  }

  @Test("What differs from the expected order is marked in its place")
  func difference() throws {
    let golden = ["login on net", "log on disk", "fetch on net", "  shown"]
    let document = try picture(golden, events())
    #expect(try texts(document, "missing") == ["− log"])
    #expect(try texts(document, "extra") == ["+ show"])
    #expect(try texts(document, "name") == ["login", "− log", "fetch", "+ show"])
    #expect(try texts(document, "queue") == ["net", "disk", "main"])
  }

  @Test("A long run is cut around the first difference")
  func long() throws {
    let notes = (1...2000).map { number in
      PromiseEvent(
        sequence: number, time: Int64(number), thread: 1, queue: nil, kind: .note("n\(number)"))
    }
    var golden = (1...2000).map { "n\($0)" }
    golden[1499] = "other"
    let document = try picture(golden, notes)
    let shown = try texts(document, "note")
    #expect(shown.count == 400 && shown.contains("+ n1500") && shown.contains("− other"))
    #expect(try texts(document, "aside").last?.hasSuffix(" more") == true)
  }

  @Test(
    "Names may contain anything",
    arguments: ["]]><&\"'", "line\nbreak", "\u{0}\u{1B}[31m", "\u{FFFE}", "a on b on c", "", " "])
  func hostile(text: String) throws {
    let kinds: [PromiseEvent.Kind] = [
      .queueDeclared(queue: 1, label: text, kind: .serial, assumed: false),
      .created(.init(promise: 1, operation: .then, label: text)),
      .jobStarted(job: 1, child: 1, queue: 1), .note(text),
    ]
    let events = kinds.enumerated().map { index, kind in
      PromiseEvent(sequence: index + 1, time: 0, thread: 1, queue: nil, kind: kind)
    }
    let document = try picture(["\(text) on \(text)", text], events)
    #expect(try document.nodes(forXPath: "//*[contains(@class,'box')]").count >= 1)
    let lines = String(decoding: attachments(nil, events).trace, as: UTF8.self)
    #expect(lines.split(separator: "\n").count == 5)
  }

  @Test("The trace can be read again, and has all events")
  func trace() throws {
    let events = events()
    let lines = String(decoding: attachments(nil, events).trace, as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == events.count + 1)
    #expect(lines[0].contains("\"title\":\"checkout\"") && lines[0].contains("virtual"))
  }

  @Test("The files are named after the golden order and its section")
  func names() {
    #expect(
      OrderFile("Orders/checkout.order", section: nil, beside: "").attachmentName == "checkout")
    #expect(
      OrderFile("a/b c.order", section: "x/../y", beside: "").attachmentName == "b-c-x-..-y")
  }
}
