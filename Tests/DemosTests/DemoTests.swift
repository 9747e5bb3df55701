import Demos
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Demos")
struct DemoTests {
  @Test(
    "Every demo runs to its end, and its last promise settles where it says so",
    arguments: Demo.all.map(\.name))
  func ends(name: String) throws {
    let demo = try #require(Demo.named(name))
    let run = try SimulatedDemo(demo)
    #expect(run.ending == .finished)
    #expect(run.isSettled == (demo.ends == .settled))
  }

  @Test("Every demo posts its own source first", arguments: Demo.all.map(\.name))
  func source(name: String) throws {
    let demo = try #require(Demo.named(name))
    let texts = try SimulatedDemo(demo).events.filter {
      if case .sourceText = $0.kind { true } else { false }
    }
    let source = try #require(demo.sources.first)
    #expect(texts.map(\.kind) == [.sourceText(file: demo.file, firstLine: 1, text: source.text)])
    #expect(source.text.contains("\"\(name)\""))
    #expect(try #require(texts.first).time == 0)
  }

  @Test("Every demo gives the same events every time", arguments: Demo.all.map(\.name))
  func deterministic(name: String) throws {
    let demo = try #require(Demo.named(name))
    let first = try SimulatedDemo(demo)
    let second = try SimulatedDemo(demo)
    #expect(first.events == second.events)
    #expect(try SimulatedDemo(demo, replaying: first.schedule).events == first.events)
  }

  @Test(
    "Nothing of a demo is left except its last promise, unless the demo warns about that",
    arguments: Demo.all.filter { $0.lints.isEmpty && $0.ends == .settled }.map(\.name))
  func lifetimes(name: String) throws {
    let demo = try #require(Demo.named(name))
    var alive: Set<PromiseID> = []
    for event in try SimulatedDemo(demo).events {
      switch event.kind {
      case .created(let creation): alive.insert(creation.promise)
      case .deallocated(let promise, let state, _):
        alive.remove(promise)
        #expect(state != .pending)
      case .errorUnhandled, .resolutionIgnored, .dropped: Issue.record("\(event)")
      default: break
      }
    }
    #expect(alive.count == 1)
  }

  @Test("Every promise of a demo has a label, and a site in the demo's own file")
  func labels() throws {
    for demo in Demo.all {
      for event in try SimulatedDemo(demo).events {
        guard case .created(let creation) = event.kind else { continue }
        #expect(creation.label != nil, "\(demo.name) \(creation)")
        #expect(creation.site?.file == demo.file)
      }
    }
  }

  @Test("Every demo has a unique name, and is found by it")
  func names() {
    #expect(Set(Demo.all.map(\.name)).count == Demo.all.count)
    #expect(Demo.all.allSatisfy { Demo.named($0.name)?.file == $0.file })
    #expect(Demo.named("login-fetch-submit")?.title == "login → fetch → submit")
    #expect(Demo.named("login") == nil)
  }

  @Test("A demo's file fits a narrow pane, and is short", arguments: Demo.all.map(\.name))
  func shape(name: String) throws {
    let text = try #require(Demo.named(name)?.sources.first?.text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 70 })
    #expect(lines.count <= 74)
    #expect(lines.first?.hasPrefix("// ") == true)
  }

  @Test("Every knob of every demo changes what happens, or when")
  func knobs() throws {
    for demo in Demo.all {
      let standard = try SimulatedDemo(demo).events
      for knob in demo.knobs {
        let setting =
          switch knob.kind {
          case .milliseconds(let value, _), .integer(let value, _): "\(value + 1)"
          case .flag(let value): value ? "no" : "yes"
          case .answer(let words): words.last ?? ""
          }
        let changed = try SimulatedDemo(demo, settings: ["\(knob.name)=\(setting)"]).events
        #expect(changed != standard, "\(demo.name) \(knob.name)")
      }
    }
  }
}
