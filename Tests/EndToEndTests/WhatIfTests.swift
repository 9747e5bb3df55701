import Testing

extension EndToEnd {
  /// Changing a run with what-if.
  @Suite
  struct WhatIfTests {
    @Test(
      "A timer is changed in the panel, the header says so, and Esc returns to the original run"
    )
    func timer() throws {
      let session = try Session("demo dashboard-race", width: 100, height: 30)
      try session.playAndPause()
      try session.terminal.type(":")
      try session.terminal.type("timeout", "Enter", "i")
      try session.terminal.wait(until: "the panel") { $0.contains("Critical values of timeout") }
      try session.terminal.type("9", "0", "Enter")
      try session.terminal.wait(until: "the changed run") {
        $0.contains("WHAT IF  dashboard-race: timeout takes 90 ms")
          && $0.contains("first by cache.read @100 -> by too late @90")
      }
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the panel closed") { !$0.contains("┌ What if") }
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the run as it is written") { !$0.contains("WHAT IF") }
    }
  }
}
