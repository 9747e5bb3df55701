import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("A program that is run again")
struct RestartTests {
  private func driver(upTo count: Int = .max) -> Driver {
    .live(upTo: count, output: Driver.printed)
  }

  @Test("r runs an ended program again, in the same panes, whatever its new name is")
  func ended() {
    var driver = driver()
    driver.send(.programEnded(.exited(3)))
    driver.type("5zr")
    #expect(driver.effects.last == .open(demo: "checkout"))
    driver.send(
      .began(
        LiveProgram(
          entry: RunDescriptor(name: "swift", teaches: ""), hasOutput: true, canRunAgain: true)))
    #expect(driver.last == 0 && driver.state.run?.isLive == true)
    #expect(driver.state.run?.focus == .events && driver.state.run?.zoomed == true)
    #expect(driver.state.run?.output?.count == 0)
  }

  @Test("A running program is ended by a second r, and starts again when it has ended")
  func runs() {
    var driver = driver(upTo: 31)
    driver.type("r")
    #expect(driver.requests == [])
    #expect(
      driver.state.notice == "checkout is still running: press r again to end it and run it again")
    driver.type("r")
    #expect(driver.requests == [.endProgram])
    #expect(driver.screen.contains("ending checkout"))
    driver.type("r")
    #expect(driver.requests == [.endProgram])
    driver.send(.programEnded(.signalled("SIGTERM")))
    #expect(driver.effects.last == .open(demo: "checkout"))
    #expect(!driver.screen.contains("ending checkout"))
  }

  @Test("Another key cancels the restart that r asked for")
  func takenBack() {
    var driver = driver(upTo: 31)
    driver.type("r2r")
    #expect(driver.requests == [])
    driver.type("1")
    driver.send(.programEnded(.exited(0)))
    #expect(driver.requests == [])
  }

  @Test(
    "A program that was not started here cannot be restarted: the key is not offered, and says why")
  func elsewhere() {
    var attached = Driver.live()
    attached.type("r")
    #expect(
      attached.state.notice
        == "only promise-tui run can run a program again: this is a live program")
    var demo = Driver()
    demo.type("r")
    #expect(demo.state.notice == "a simulation would run the same way: g goes to its start")
    for driver in [attached, demo] {
      #expect(
        !FooterView.keys(.demo, .unicode, width: 200, of: driver.state).text.contains("rerun"))
    }
    var ours = self.driver()
    #expect(!ours.screen.contains("rerun"))
    ours.send(.programEnded(.exited(0)))
    ours.press(.left)
    #expect(ours.screen.contains("r rerun"))
  }

  @Test("A program that does not start says so, and r tries again")
  func notStarted() {
    var driver = driver(upTo: 0)
    driver.send(.programEnded(.notStarted("there is no program ./app: is it built?")))
    #expect(driver.state.notice == "there is no program ./app: is it built?")
    driver.type("r")
    #expect(driver.effects.last == .open(demo: "checkout"))
  }
}
