import Demos
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

/// When each handler started, on which queue, and what was printed (indented).
@Suite("The orders of the demos")
struct OrderTests {
  private func order(_ name: String, _ settings: String...) throws -> String {
    try SimulatedDemo(#require(Demo.named(name)), settings: settings).order
  }

  @Test("login-fetch-submit: submit waits in its queue, from 200 to 202, for the metrics")
  func loginFetchSubmit() throws {
    #expect(
      try order("login-fetch-submit") == """
        0 login(user) on net
        80 fetch on net
        80 fetch(token) on net
        199 flush on work
        202 submit on work
        202 submit(items) on net
        262 show on main
        262   shown receipt for 3
        """)
  }

  @Test("login-fetch-submit: without metrics in the way, submit does not wait")
  func noWait() throws {
    #expect(try order("login-fetch-submit", "metrics=500").contains("200 submit on work"))
  }

  @Test("login-fetch-submit: a refused order skips show and reaches alert")
  func refused() throws {
    #expect(
      try order("login-fetch-submit", "answer=fail", "login=1", "fetch=1").hasSuffix(
        """
        62 alert on main
        62   alert Refused()
        199 flush on work
        """))
  }

  @Test("dashboard-race: the cache wins; the requests and the timeout continue")
  func dashboardRace() throws {
    #expect(
      try order("dashboard-race") == """
        0 GET /profile on net
        0 GET /posts on net
        0 GET /ads on net
        0 cache.read on disk
        100 render on main
        100   rendered ["cached page"]
        150 too late on inline
        """)
  }

  @Test(
    "dashboard-race: the winner depends on the knobs",
    arguments: [
      (["answer=ok", "cache=200"], "140   rendered [\"profile\", \"posts\", \"ads\"]"),
      (["cache=200"], "140   alert Unavailable()"),
      (["cache=200", "timeout=20"], "20   alert TooLate()"),
    ])
  func winners(settings: [String], line: String) throws {
    let demo = try #require(Demo.named("dashboard-race"))
    let order = try SimulatedDemo(demo, settings: settings).order
    #expect(order.split(separator: "\n").contains { $0 == line }, "\(order)")
  }

  @Test("login-fails: the error skips fetch and show; alert and the spinner run")
  func loginFails() throws {
    #expect(
      try order("login-fails") == """
        0 login(user) on net
        80 alert on main
        80   alert WrongPassword()
        80 hide spinner on main
        80   spinner hidden
        """)
  }

  @Test("login-fails: without a failure, alert is skipped, and the spinner is hidden all the same")
  func loginWorks() throws {
    #expect(
      try order("login-fails", "answer=ok") == """
        0 login(user) on net
        80 fetch on net
        80 fetch(token) on net
        200 show on main
        200   shown ["tea", "milk", "bread"]
        200 hide spinner on main
        200   spinner hidden
        """)
  }

  @Test("then-order: inline immediately, then siblings in their order, then their children")
  func thenOrder() throws {
    #expect(
      try order("then-order") == """
        0   attached
        10 D on inline
        10   D
        10 A on main
        10   A
        10 B on side
        10   B
        12 C on main
        12   C
        14 A1 on main
        14   A1
        16 C1 on main
        16   C1
        18 end on main
        18   end
        """)
  }
}
