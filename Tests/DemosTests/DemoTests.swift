import Demos
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Demos")
struct DemoTests {
  @Test("Every demo runs to its end, and its last promise settles", arguments: Demo.all.map(\.name))
  func ends(name: String) throws {
    let demo = try #require(Demo.named(name))
    let run = try SimulatedDemo(demo)
    #expect(run.ending == .finished)
    #expect(run.isSettled)
  }

  @Test("Every demo tells its own source first", arguments: Demo.all.map(\.name))
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
}
