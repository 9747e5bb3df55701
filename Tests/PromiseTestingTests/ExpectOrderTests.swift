import Dispatch
import PromiseKitLite
import PromiseSimulation
import PromiseTesting
import TestSupport
import Testing

@Suite("expectOrder")
struct ExpectOrderTests {
  private struct Refused: Error {}

  /// `login`, then two requests at the same time, then `show`; or `alert`.
  private static func checkout(isRefused: Bool = false) -> Promise<Void> {
    DispatchQueue(label: "net").async(.promise, label: "login") {
      work(for: .milliseconds(10))
      if isRefused { throw Refused() }
      return 3
    }
    .then(label: "both", on: nil) { token in
      when(
        fulfilled: Promise.value(token).map(label: "fetch", on: DispatchQueue(label: "net")) {
          $0 + 1
        },
        Promise.value(token).map(label: "prices", on: DispatchQueue(label: "shop")) { $0 })
    }
    .done(label: "show") { a, b in note("shown \(a + b)") }
    .recover(label: "alert") { _ in }
  }

  private static let lines = [
    "login on net", "both on inline", "{", "fetch on net", "prices on shop", "}", "show on main",
    "shown 7",
  ]

  @Test("The order of a simulated run matches the lines, with or without times")
  func lines() async throws {
    await expectOrder(Self.lines) { Self.checkout() }
    await expectOrder(["0 login on net", "10 alert on main"]) { Self.checkout(isRefused: true) }
  }

  @Test("On real queues the same lines hold, whatever their times")
  func real() async throws {
    await expectOrder(Self.lines, on: .real(within: .seconds(3600))) { Self.checkout() }
    await expectOrder(["700 login on net", "alert on main"], on: .real(within: .seconds(3600))) {
      Self.checkout(isRefused: true)
    }
  }

  @Test("A file next to the test contains the order, or several in sections")
  func file() async throws {
    await expectOrder("Orders/checkout.order") { Self.checkout() }
    await expectOrder("Orders/checkout.order", section: "refused") {
      Self.checkout(isRefused: true)
    }
    await expectOrder("Orders/checkout.order", on: .real(within: .seconds(3600))) {
      Self.checkout()
    }
  }

  @Test("A different order is an issue at the test's own line that shows both")
  func otherwise() async {
    let line = #line + 2
    await withKnownIssue {
      await expectOrder(["login on net", "show on main"]) { Self.checkout(isRefused: true) }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains {
          $0.rawValue.contains("- show on main") && $0.rawValue.contains("+ alert on main   event")
        }
    }
  }

  @Test(
    "A missing file or section is reported, with how to write it",
    arguments: [("Orders/none.order", nil), ("Orders/checkout.order", "slow")])
  func missing(file: String, section: String?) async {
    await withKnownIssue {
      await expectOrder(file, section: section) { Self.checkout() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("UPDATE_ORDERS=1 swift test") }
    }
  }

  @Test("A run without an end is an issue, simulated or real")
  func endless() async {
    @Sendable func again(_ count: Int) -> Promise<Void> {
      after(.milliseconds(5)).then { again(count + 1) }
    }
    await withKnownIssue {
      await expectOrder([], on: .simulated(until: .milliseconds(2))) { again(0) }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("time limit") }
    }
    await withKnownIssue {
      await expectOrder([], on: .real(within: .milliseconds(20))) { Promise<Int>.pending() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("not everything was settled") }
    }
  }

  @Test("Expectations among the lines are checked, and are issues if they do not hold")
  func expectations() async {
    let expected = ["expect: show is fulfilled"] + Self.lines + ["expect: login before fetch"]
    await expectOrder(expected) { Self.checkout() }
    await expectOrder(expected, on: .real(within: .seconds(3600))) { Self.checkout() }
    await withKnownIssue {
      await expectOrder(Self.lines + ["expect: show before login"]) { Self.checkout() }
    } matching: {
      $0.comments.contains { $0.rawValue.hasPrefix("expect: show before login: login: event") }
    }
    await withKnownIssue {
      await expectOrder(Self.lines + ["expect: soon"]) { Self.checkout() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("line 9: 'soon' is not an expectation") }
    }
  }

  @Test("An order that cannot be read is reported with its line")
  func unreadable() async {
    await withKnownIssue {
      await expectOrder(["{", "a on main"]) {}
    } matching: {
      $0.comments.contains { $0.rawValue.contains("line 1: the block") }
    }
  }

  @Test("An error of the closure is thrown, and its run is checked nevertheless")
  func throwing() async {
    await #expect(throws: Refused.self) {
      try await expectOrder(["begun on main"]) {
        _ = Promise.value(1).done(label: "begun") { _ in }
        throw Refused()
      }
    }
  }

  @MainActor
  @Test("It can be called on the main actor")
  func mainActor() async {
    var count = 0
    await expectOrder(["show on main"], on: .real(within: .seconds(3600))) {
      count += 1
      return Promise.value(1).done(label: "show") { _ in }
    }
    #expect(count == 1)
  }
}
