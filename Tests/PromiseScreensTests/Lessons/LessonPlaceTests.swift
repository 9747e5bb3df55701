import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Where a lesson is")
struct LessonPlaceTests {
  @Test(
    "Where there is room beside the chain, a lesson covers neither the chain nor the queues",
    arguments: [(120, 40), (132, 43), (160, 50), (200, 50)])
  func beside(width: Int, height: Int) throws {
    var driver = Driver.course(like: .picker(width, height))
    driver.type("L ")
    let (whole, layout) = (driver.state.wholeLayout, driver.state.layout)
    for pane in [PaneKind.chain, .queues] {
      #expect(layout.frame(of: pane) == whole.frame(of: pane), "\(pane) at \(width)x\(height)")
    }
    let frame = driver.state.panelFrame
    #expect(frame.width >= 34 && frame.height >= 12 && frame.x + frame.width == width)
  }

  @Test("In a small window the row that a step speaks about stays visible above the lesson")
  func small() throws {
    var driver = Driver.course(like: .picker(80, 24))
    driver.type("L  ")
    #expect(driver.state.run?.lesson?.place == 2)
    let row = try #require(driver.subject).description
    let frame = driver.state.panelFrame
    let above = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(frame.y)
    #expect(above.contains { $0.contains(row) }, "\(driver.screen)")
  }

  @Test("With room for one pane, a step about a queue shows the queues, another one the chain")
  func single() throws {
    var driver = Driver.course(like: .picker(40, 12))
    driver.type("L ")
    #expect(driver.state.run?.focus == .chain)
    driver.type(" ")
    let event = try #require(driver.event?.kind.name)
    #expect(event == .jobStarted && driver.state.run?.focus == .queues)
    driver.type("b")
    #expect(driver.state.run?.focus == .chain)
  }
}
