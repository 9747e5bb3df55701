import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseScreens

@Suite struct RunPageTests {
  private func event(_ number: Int, _ kind: PromiseEvent.Kind, at time: Int64 = 0) -> PromiseEvent {
    PromiseEvent(sequence: number, time: time, thread: 1, queue: nil, kind: kind)
  }

  private func recording(_ events: [PromiseEvent], _ name: String = "login") -> Recording {
    Recording(entry: RunDescriptor(name: name, teaches: ""), isVirtual: true, events: events)
  }

  private func page(
    _ events: [PromiseEvent], _ name: String = "login", range: ClosedRange<Int> = 0...Int.max,
    theme: Theme.Name? = nil, language: Language = .english
  ) -> RunPage.Document {
    RunPage(recording(events, name), range: range, theme: theme, language: language).document
  }

  private func facts(of html: String) throws -> PageReader {
    let match = try #require(
      html.firstMatch(of: /<script id="run" type="application\/json">([\s\S]*?)<\/script>/))
    return try JSONDecoder().decode(PageReader.self, from: Data(match.1.utf8))
  }

  @Test(
    "The facts of a page give the state of every promise after every event",
    arguments: [
      EventStream.login.events, EventStream.dashboard.events, EventStream.loginWithSource,
      EventStream.big(sites: 4, chains: 12).events, TraceSamples.events,
    ])
  func states(events: [PromiseEvent]) throws {
    let facts = try facts(of: page(events).html)
    var graph = Graph()
    for event in events.sorted(by: { $0.sequence < $1.sequence }) {
      graph.apply(event)
      for node in graph.promises {
        #expect(facts.state(of: node.id.rawValue, after: event.sequence) == node.pageState.code)
      }
      #expect(
        facts.promises.count { facts.state(of: $0.i, after: event.sequence) != nil }
          == graph.promises.count, "after event \(event.sequence)")
    }
  }

  @Test("The graph of a page has a box for each promise, and an arrow for each dependency")
  func graph() {
    let html = page(EventStream.login.events).html
    let diagram = GraphDiagram(Graph(EventStream.login.events), folding: nil)
    #expect(html.matches(of: /class="row node"/).count == diagram.boxes.count)
    #expect(html.matches(of: /<path class="edge/).count == diagram.arrows.count)
    #expect(html.contains("id=\"form\""))
    // A page with very many promises has only rows.
    #expect(!page(EventStream.big(sites: 4, chains: 30).events).html.contains("id=\"graph\""))
  }

  @Test("Lost events make the state of what may have changed unknown, in the page too")
  func gap() throws {
    let events = [
      event(1, .created(.init(promise: 1, operation: .pending))),
      event(2, .created(.init(promise: 2, operation: .pending))),
      event(3, .settled(.init(promise: 2, outcome: .fulfilled, description: "2"))),
      event(9, .note("after the gap")),
    ]
    let facts = try facts(of: page(events).html)
    #expect(facts.state(of: 1, after: 3) == 0)
    #expect(facts.state(of: 1, after: 9) == 9 * 4)
    #expect(facts.state(of: 2, after: 9) == 4 * 4)
  }

  @Test("Without scripts, a page has a row for each promise with its outcome, and every event")
  func still() {
    let events = EventStream.login.events
    let html = page(events).html
    var graph = Graph()
    for event in events { graph.apply(event) }
    for node in graph.promises {
      #expect(html.contains("class=\"row\" data-p=\"\(node.id.rawValue)\""))
      if let value = node.settlement?.description, !value.isEmpty {
        #expect(html.contains(">\(PromiseScreens.html(value))</span>"))
      }
    }
    for event in events { #expect(html.contains("<li value=\"\(event.sequence)\"")) }
    #expect(html.contains("<footer id=\"player\" hidden>"))
  }

  @Test("No text of a run is markup in its page, and no script runs but its own")
  func hostile() throws {
    for text in [
      "</script><script>x()</script><!-- \u{2028} &amp; \" \\", "<img src=x onerror=x()>",
      "\" onmouseover=\"x()", "' style='x", "--> ]]> <style>*{}</style>", "\u{202E}\u{0}\u{1B}[31m",
      "%1 %2 \\u003c", "{{x}}${x}`", "</li></ol><a href=javascript:x()>",
    ] {
      let site = SourceSite(file: "\(text)/\(text).swift", line: 1, column: 1)
      let events = [
        event(1, .queueDeclared(queue: 1, label: text, kind: .serial, assumed: false)),
        event(2, .sourceText(file: site.file, firstLine: 1, text: text)),
        event(3, .created(.init(promise: 1, operation: .race, label: text, site: site, tag: text))),
        event(4, .jobEnqueued(job: 1, child: nil, queue: 1, label: text)),
        event(5, .jobStarted(job: 1, child: nil, queue: 1)),
        event(6, .note(text)),
        event(7, .settled(.init(promise: 1, outcome: .rejected, description: text)), at: 5_000_000),
        event(8, .errorUnhandled(promise: 1, origin: 1, error: text), at: 5_000_000),
      ]
      for language in Language.all {
        let html = page(events, text, language: language).html
        #expect(html.matches(of: /<script/).count == 2)
        #expect(html.matches(of: /<\/script>/).count == 2)
        // The style sheet, and the arrows of the graph.
        #expect(html.matches(of: /<(img|a|style|link|iframe|svg|object)\b/).count == 2)
        #expect(!html.contains("<!--") && !html.contains("\u{2028}") && !html.contains("\u{202E}"))
        let markup = html.prefix(
          upTo: html.firstRange(of: "<script id=")?.lowerBound ?? html.endIndex
        )
        .replacing(/"[^"]*"/, with: "")
        #expect(!markup.contains(/<[^>]* on[a-z]+=/))
        #expect(html.contains("default-src 'none'") && !html.contains("unsafe-eval"))
        #expect(html.contains("script-src '\(PageScript.hash)'"))
        #expect(try facts(of: html).promises.count == 1)
      }
    }
  }

  @Test("A page has its texts in the language that it is asked for")
  func language() {
    let html = page(EventStream.login.events, language: .chinese).html
    #expect(html.contains("<html lang=\"zh\">"))
    #expect(html.contains("<h2>链") && html.contains("播放"))
    #expect(!html.contains("Space plays and pauses"))
  }

  @Test("A theme fixes the colors of a page; without one they follow the reader")
  func themes() {
    let events = EventStream.login.events
    #expect(page(events).html.contains("prefers-color-scheme: dark"))
    #expect(!page(events, theme: .light).html.contains("prefers-color-scheme: dark"))
    #expect(page(events, theme: .highContrast).html.contains("--paper: #000000"))
  }

  @Test("A part of a run has the promises that its events name, and what these follow from")
  func part() throws {
    let events = EventStream.login.events
    let range = events.count / 2...events.count / 2 + 4
    let document = page(events, range: range)
    let facts = try facts(of: document.html)
    #expect(document.listed == 5 && facts.n == Array(range))
    #expect(facts.promises.count < document.promises || document.promises < 8)
    let kept = Set(facts.promises.map(\.i))
    #expect(facts.promises.allSatisfy { $0.p.map(kept.contains) ?? true })
  }

  @Test("Of a very long run, a page lists what settles and what ends a turn, up to its limit")
  func long() throws {
    let count = 3_000
    let made = (1...count).map { number in
      event(number, .created(.init(promise: PromiseID(number), operation: .pending)))
    }
    let settled = (1...count / 2).map { number in
      event(count + number, .settled(.init(promise: PromiseID(number), outcome: .fulfilled)))
    }
    var page = RunPage(recording(made + settled, "long"), range: 0...Int.max)
    #expect(page.mostListed == 30_000 && page.document.listed == count + count / 2)
    page.mostListed = count
    let document = page.document
    #expect(document.events == count + count / 2)
    #expect(document.listed == count / 2)
    #expect(document.shown == RunPage.mostPromises && document.promises == count)
    #expect(document.html.contains("1,500 of 4,500 events"))
    #expect(try facts(of: document.html).n.last == count + count / 2)
  }

  @Test("The same events give the same page, even without any")
  func same() {
    let events = EventStream.dashboard.events
    #expect(page(events).html == page(events).html)
    #expect(page([]).html.contains("<h1>login</h1>"))
  }

  @Test("The digest is that of FIPS 180-4")
  func digest() {
    func text(_ bytes: [UInt8]) -> String {
      bytes.map { String(format: "%02x", $0) }.joined()
    }
    #expect(
      text(SHA256.digest(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      text(SHA256.digest([]))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      text(SHA256.digest([UInt8](repeating: 97, count: 1_000)))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }
}

/// The JSON in a page, and the state that it gives for a promise.
private struct PageReader: Decodable {
  var n: [Int]
  var promises: [Promise]

  struct Promise: Decodable {
    var i: Int
    var p: Int?
    var s: [Int]
  }

  func state(of promise: Int, after event: Int) -> Int? {
    guard let changes = promises.first(where: { $0.i == promise })?.s else { return nil }
    let last = stride(from: 0, to: changes.count, by: 3).reversed().first { changes[$0] <= event }
    return last.map { changes[$0 + 1] }
  }
}
