import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct CastTests {
  private func run(_ name: String, _ language: Language = .english) throws -> PrintedRun {
    let scenario = try Catalog.scenario(named: name, settings: [], language)
    let (events, _) = SimulatedRun.events(of: scenario, limit: 100_000, within: .seconds(3600))
    return PrintedRun(Recording(entry: scenario.entry, isVirtual: true, events: events))
  }

  /// The header and the events of a cast.
  private func read(_ cast: String) throws -> (header: [String: Any], events: [(Double, String)]) {
    let lines = cast.split(separator: "\n")
    let header = try #require(
      JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    let events = try lines.dropFirst().map { line in
      let event = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      #expect(event.count == 3 && event[1] as? String == "o")
      return (try #require(event[0] as? Double), try #require(event[2] as? String))
    }
    return (header, events)
  }

  @Test(
    "After every event, a terminal that plays a cast shows the screen of that moment",
    arguments: [
      ("login-fetch-submit", Size(width: 100, height: 30), GlyphSet.unicode, Language.english, 3),
      ("dashboard-race", Size(width: 80, height: 24), .ascii, .english, 4),
      ("then-order", Size(width: 60, height: 20), .unicode, .chinese, 4),
      ("starvation", Size(width: 40, height: 10), .unicode, .english, 4),
    ])
  func screens(
    name: String, size: Size, glyphs: GlyphSet, language: Language, speed: Int
  ) throws {
    let run = try run(name, language)
    let form = ScreenForm(size: size, glyphs: glyphs, language: language)
    let cast = try run.cast(form, theme: .color, speed: speed)
    let plan = BeatPlan(run.history, language: language)
    let frames = Cast.frames(of: plan, from: try run.state(form, at: nil), speed: speed)
    var left = frames[...]
    var terminal = EmulatedTerminal(size: size)
    let (_, events) = try read(cast)
    for (index, event) in events.enumerated() {
      terminal.write(event.1)
      let shown = { (frame: Cast.Frame) in Double(frame.time / 1_000_000) / 1000 <= event.0 }
      let frame = try #require(left.last(where: shown))
      left = left.drop { $0.time < frame.time }
      #expect(terminal.text == frame.canvas.text, "\(name), event \(index) at \(event.0)")
      for y in 0..<size.height {
        for x in 0..<size.width where !frame.canvas[x, y].text.isEmpty {
          let cell = frame.canvas[x, y]
          let isPlain = cell.text == " " && !cell.reversed
          let isReversed = terminal.rows[y][x].look.split(separator: ";").contains("7")
          #expect(isPlain || isReversed == (cell.reversed || Theme.color[cell.role].reverse))
        }
      }
    }
    #expect(terminal.unknown == [] && terminal.isCursorHidden)
    #expect(terminal.text == view(try end(of: run, form)).text)
  }

  /// The state at the end of playback.
  private func end(of run: PrintedRun, _ form: ScreenForm) throws -> State {
    let plan = BeatPlan(run.history, language: form.language)
    var state = try run.state(form, at: nil)
    state.show(try #require(plan.place(at: plan.length)), of: plan)
    return state
  }

  @Test("A cast has the header of version 2, times that ascend, and at most 30 frames a second")
  func form() throws {
    let run = try run("login-fetch-submit")
    let form = ScreenForm(size: Size(width: 80, height: 24))
    let cast = try run.cast(form, theme: .color, speed: 0)
    let (header, events) = try read(cast)
    #expect(header["version"] as? Int == 2)
    #expect(header["width"] as? Int == 80 && header["height"] as? Int == 24)
    #expect(header["title"] as? String == "promise-tui: login-fetch-submit")
    let times = events.map(\.0)
    #expect(times == times.sorted() && times[0] == 0)
    let frames = zip(times, times.dropFirst()).dropLast()
    #expect(frames.allSatisfy { $1 - $0 >= 0.032 })
    let length = Double(BeatPlan(run.history).length) / 1e9
    #expect(abs(times[times.count - 1] - length) < 0.01)
    #expect(events.dropFirst().allSatisfy { $0.1.utf8.count <= 4096 })
    #expect(cast.utf8.count < 1_000_000, "\(cast.utf8.count) bytes")
    #expect(try cast == self.run("login-fetch-submit").cast(form, theme: .color, speed: 0))
  }

  @Test("A run without events has a cast of one screen")
  func empty() throws {
    let run = PrintedRun(
      Recording(entry: RunDescriptor(name: "empty", teaches: ""), isVirtual: false, events: []))
    let form = ScreenForm(size: Size(width: 40, height: 10))
    let (_, events) = try read(try run.cast(form, theme: .color, speed: 0))
    #expect(events.map(\.0) == [0, 0])
  }

  @Test("A moving picture shows the same playback, without a script, and stays small")
  func picture() throws {
    let run = try run("login-fetch-submit")
    let svg = try run.animation(ScreenForm(size: Size(width: 100, height: 30)), theme: nil)
    #expect(svg.utf8.count < 600_000, "\(svg.utf8.count) bytes")
    #expect(!svg.contains("<script") && svg.contains("@media (prefers-reduced-motion"))
    let length = Int(BeatPlan(run.history).length / 1_000_000)
    let loop = try #require(svg.firstMatch(of: /animation: \S+ (\d+)ms step-end infinite/))
    let milliseconds = try #require(Int(loop.1))
    #expect((length...length + 2_000).contains(milliseconds))
  }
}
