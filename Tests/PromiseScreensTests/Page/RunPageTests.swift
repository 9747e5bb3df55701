import Foundation
import PromiseGraph
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite struct RunPageTests {
  private struct Frames: Decodable {
    var height: Int
    var last: Int
    var roles: [String]
    var rows: [[Part]]
    var frames: [Frame]

    enum Part: Decodable {
      case style(Int)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let style = try? container.decode(Int.self) {
          self = .style(style)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    struct Frame: Decodable {
      var event: Int
      var changes: [Int]

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        event = try container.decode(Int.self)
        _ = try container.decode(String.self)
        changes = try container.decode([Int].self)
      }
    }
  }

  private func frames(of html: String) throws -> Frames {
    let match = try #require(
      html.firstMatch(of: /<script id="run" type="application\/json">([\s\S]*?)<\/script>/))
    return try JSONDecoder().decode(Frames.self, from: Data(match.1.utf8))
  }

  private func event(_ number: Int, _ kind: PromiseEvent.Kind) -> PromiseEvent {
    PromiseEvent(sequence: number, time: 0, thread: 1, queue: nil, kind: kind)
  }

  private func page(_ events: [PromiseEvent], _ name: String = "login") -> RunPage {
    RunPage(
      Recording(entry: RunDescriptor(name: name, teaches: ""), isVirtual: true, events: events),
      range: 0...Int.max, size: Size(width: 80, height: 24))
  }

  @Test("The rows of a page are those of the screen after each event")
  func rows() throws {
    let events = EventStream.login.events
    let frames = try frames(of: page(events).document.html)
    #expect(frames.frames.map(\.event) == events.map(\.sequence))
    var state = State(
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .monochrome, demos: [])
    _ = update(
      &state,
      .recorded(
        Recording(entry: RunDescriptor(name: "login", teaches: ""), isVirtual: true, events: events)
      ))
    var shown = [Int](repeating: -1, count: frames.height)
    for frame in frames.frames {
      for place in stride(from: 0, to: frame.changes.count, by: 2) {
        shown[frame.changes[place]] = frame.changes[place + 1]
      }
      state.show(event: frame.event)
      let lines = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, row) in zip(lines, shown) {
        let text = frames.rows[row].compactMap {
          if case .text(let text) = $0 { text } else { nil }
        }
        #expect(text.joined() == line)
      }
    }
  }

  @Test("No text of a run is markup in its page, and no script runs but its own")
  func hostile() throws {
    let text = "</script><script>x()</script><!-- \u{2028} &amp; \" \\"
    let events = [
      event(1, .created(.init(promise: 1, operation: .pending, label: text))),
      event(2, .settled(.init(promise: 1, outcome: .fulfilled, description: text))),
    ]
    let html = page(events, text).document.html
    #expect(html.matches(of: /<script/).count == 2)
    #expect(html.matches(of: /<\/script>/).count == 2)
    #expect(!html.contains("<!--") && !html.contains("\u{2028}"))
    #expect(html.contains("script-src '\(PageScript.hash)'"))
    #expect(try frames(of: html).frames.count == 2)
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

  @Test("A long run has frames for its settlements, up to the limit of a page")
  func long() throws {
    let made = (1...1100).map { number in
      event(number, .created(.init(promise: PromiseID(number), operation: .pending)))
    }
    let settled = (1...1100).map { number in
      event(
        1100 + number, .settled(.init(promise: PromiseID(number), outcome: .fulfilled)))
    }
    let (html, count, events) = RunPage(
      Recording(
        entry: RunDescriptor(name: "long", teaches: ""), isVirtual: false, events: made + settled),
      range: 0...Int.max, size: Size(width: 40, height: 10)
    ).document
    #expect(events == 2200 && count == 1100)
    #expect(html.contains("1,100 of 2,200 events are shown"))
    #expect(try frames(of: html).frames.last?.event == 2200)
  }
}
