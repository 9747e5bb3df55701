import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Driver {
  fileprivate var copied: [String] {
    effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
  }
}

@Test("The selected promise is copied as text, one fact per line")
func copyPromise() {
  var driver = Driver()
  driver.type("G:p3")
  driver.press(.enter)
  driver.type("y")
  #expect(
    driver.copied == [
      """
      p3 .then submit
      state: fulfilled
      value: receipt r1
      queue: work
      created: 0.0 ms, event 9
      settled: 265.0 ms, event 43
      source: Login.swift:14:8
      """
    ])
}

@Test("In the events pane the event at the playhead is copied")
func copyEvent() {
  var driver = Driver()
  driver.type(":43")
  driver.press(.enter)
  driver.type("5y")
  #expect(driver.copied == ["43  265.0 ms  --  p3  fulfilled  receipt r1 from p6"])
}

@Test("In an exploration the token of the selected outcome's schedule is copied")
func copyToken() {
  var state = State.exploring()
  let token = state.exploring?.again ?? ""
  #expect(token.hasPrefix("ptui1:"))
  #expect(update(&state, .key(.character("y"))) == [.copy(token)])
}

@Test("If there is nothing to copy, a notice says so")
func copyNothing() {
  var driver = Driver()
  driver.type("5y")
  #expect(driver.copied == [])
  #expect(driver.state.notice == "nothing to copy: nothing is selected")
}
