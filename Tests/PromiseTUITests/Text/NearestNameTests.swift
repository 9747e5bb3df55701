import Testing

@testable import promise_tui

@Suite struct NearestNameTests {
  private let names = ["login-fetch-submit", "dashboard-race", "login-fails", "then-order"]

  @Test(
    "a typing error still finds the name",
    arguments: [
      ("login-fetch-sumbit", "login-fetch-submit"), ("dashbord-race", "dashboard-race"),
      ("Then-Order", "then-order"), ("login-fail", "login-fails"), ("dash", "dashboard-race"),
      ("race", "dashboard-race"), ("then order", "then-order"),
    ])
  func near(typed: String, name: String) {
    #expect(nearestName(to: typed, among: names) == name)
  }

  @Test("a name that is close to nothing finds nothing", arguments: ["", "xyz", "42", "quicksort"])
  func far(typed: String) {
    #expect(nearestName(to: typed, among: names) == nil)
  }

  @Test(
    "insertions, removals, changes and swaps each count one",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
      ("abc", "acb", 1), ("kitten", "sitting", 3), ("é", "e", 1),
    ])
  func distance(a: String, b: String, distance: Int) {
    #expect(editDistance(a, b) == distance)
    #expect(editDistance(b, a) == distance)
  }
}
