import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Suite struct ExportPanelTests {
  private func opened(_ size: Size? = nil) -> Driver {
    var driver = Driver()
    driver.goToPicture()
    if let size { _ = update(&driver.state, .resize(size)) }
    driver.type("e")
    return driver
  }

  /// What Enter requests after these keys.
  private func request(_ keys: Key...) -> ExportRequest? {
    var driver = opened()
    for key in keys { _ = update(&driver.state, .key(key)) }
    let effects = update(&driver.state, .key(.enter))
    guard case .export(let request)? = effects.first else { return nil }
    #expect(driver.state.mode == .demo)
    return request
  }

  @Test("The panel is drawn over the panes at every size")
  func picture() throws {
    for size in [Size(width: 80, height: 24), Size(width: 40, height: 10)] {
      try expectGolden("export-\(size.width)x\(size.height)", opened(size).screen)
    }
  }

  @Test("The whole run of a demo is exported, with what was not played yet")
  func whole() throws {
    let run = try #require(opened().state.run)
    #expect(run.history.last < run.wholeHistory.last)
    #expect(run.wholeHistory.last == EventStream.loginWithSource.count)
  }

  @Test("Enter requests the selected format and part")
  func chosen() throws {
    let playhead = try #require(opened().state.run?.playhead)
    #expect(request()?.format == .mermaid)
    #expect(request()?.range == ExportRange())
    #expect(request(.down, .down, .right)?.format == .dot)
    #expect(request(.right)?.range == ExportRange(to: .event(playhead)))
    #expect(request(.left)?.range == ExportRange(from: .event(playhead)))
    let picture = request(.down, .down, .down)
    #expect(picture?.format == .svg && picture?.range == ExportRange(to: .event(playhead)))
  }

  @Test("Esc closes the panel without a request")
  func closed() {
    var driver = opened()
    let effects = update(&driver.state, .key(.escape))
    #expect(effects.isEmpty && driver.state.mode == .demo)
  }
}
