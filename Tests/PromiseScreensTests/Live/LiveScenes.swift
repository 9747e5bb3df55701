import PromiseGraph
import PromiseInsight
import PromiseKitLite

@testable import PromiseScreens

extension Scene {
  /// The screens of a live program.
  static let live: [Scene] = [
    Scene("live-running") { Driver.live(upTo: 31, output: Driver.printed, state: $0).state },
    Scene("live-paused") { state in
      var driver = Driver.live(upTo: 31, output: Driver.printed, state: state)
      driver.type(" ")
      driver.send(.events(EventStream.loginWithSource.filter { $0.sequence > 31 }))
      return driver.state
    },
    Scene("live-gap") { state in
      var driver = Driver.live(
        EventStream.loginWithSource.filter { !(20...25).contains($0.sequence) }, state: state)
      driver.send(.programEnded(.disconnected))
      driver.type(":26")
      driver.press(.enter)
      driver.type("5")
      return driver.state
    },
    Scene("live-joined") { state in
      var driver = Driver.live(
        EventStream.loginWithSource.filter { $0.sequence % 3 != 0 || $0.sequence > 20 }, upTo: 31,
        since: 20, state: state)
      driver.type("g")
      driver.press(.left)
      return driver.state
    },
    Scene("processes") { state in
      var driver = Driver.live(EventStream.shopAndStore, state: state)
      driver.type(":p7")
      driver.press(.enter)
      return driver.state
    },
    Scene("processes-zh") { state in
      let chinese = State(
        size: state.size, glyphs: state.glyphs, theme: state.theme, keys: .standard,
        demos: state.demos,
        language: state.glyphs == .ascii ? .english : .chinese)
      var driver = Driver.live(EventStream.shopAndStore, state: chinese)
      driver.type(":p7")
      driver.press(.enter)
      driver.type("w")
      return driver.state
    },
    Scene("gate-closed") { state in
      var driver = Driver.gated(.stoppedAndWaiting, state: state)
      driver.type("2")
      return driver.state
    },
    Scene("gate-breakpoints") { state in
      var off = Breakpoint(.line(file: "Demos/Login.swift", line: 14))
      off.isOn = false
      var driver = Driver.gated(
        breakpoints: [
          Breakpoint(.label("submit")), off, Breakpoint(.state(.rejected, of: "send order")),
        ], state: state)
      driver.type("b")
      return driver.state
    },
    Scene("live-ended") { state in
      var driver = Driver.live(output: Driver.printed, state: state)
      driver.send(.programEnded(.exited(3)))
      return driver.state
    },
    Scene("live-output") { state in
      var driver = Driver.live(output: Driver.printed, state: state)
      driver.type("8:12")
      driver.press(.enter)
      return driver.state
    },
  ]
}
