import PromiseSystem
import Testing

@testable import PromiseScreens
@testable import promise_tui

/// A surface that keeps the texts of its frames, and quits after a frame that shows a run.
private final class KeptFrames: Surface {
  private let keys: WakePipe
  private(set) var frames: [String] = []

  init(_ keys: WakePipe) { self.keys = keys }

  let notice: String? = nil
  let isOurs = true
  var input: Int32 { keys.reading }
  func currentSize() -> Size { Size(width: 100, height: 30) }
  func show(_ state: State) {
    frames.append(view(state).text)
    if state.run != nil { keys.wake() }
  }
  func read() -> [Message]? {
    _ = keys.drain()
    return [.key("q")]
  }
  func redraw() {}
  func send(_ bytes: [UInt8]) {}
  func stop(group: Bool) {}
  func resume() {}
  func end() {}
}

@Suite("How a run is opened")
struct OpeningTests {
  /// Opens what `start` says, and returns the frames up to the first one with a run.
  private func frames(_ start: Interface.Start) throws -> [String] {
    let (pipe, keys) = (try #require(WakePipe()), try #require(WakePipe()))
    defer {
      for end in [pipe, keys] { for number in [end.reading, end.writing] { close(number) } }
    }
    let surface = KeptFrames(keys)
    let state = State(
      size: surface.currentSize(), glyphs: .unicode, theme: .color, keys: .standard,
      demos: Catalog.entries())
    let loop = InterfaceLoop(
      state: state, terminal: surface, pipe: pipe,
      demos: CatalogSource(named: Catalog["then-order"], plan: nil, isReal: false))
    #expect(loop.run(opening: start) == .quit)
    return surface.frames
  }

  @Test("A demo opens without a frame of the list before it")
  func demo() throws {
    for start in [Interface.Start.demo("then-order"), .lesson("then-order")] {
      let frames = try frames(start)
      #expect(frames.last?.contains("Chain") == true)
      for frame in frames {
        #expect(!frame.contains("start here") && !frame.contains("one-transition"), "\(frame)")
        #expect(frame.contains("then-order"))
      }
    }
  }
}
