import PromiseKitLite
import TestSupport
import Testing

@Suite("key paths: a property instead of a closure")
struct KeyPathTests {
  private struct User: Sendable {
    var name = "ada"
    var email: String?
    var isActive = true
    var friends = ["bob", "eve"]
  }

  @Test("map and compactMap take a property, of a promise and of a guarantee")
  func links() {
    let run = Run {
      Promise.value(User()).map(\.name).done { note($0) }.catch { _ in note("never") }
      Promise.value(User(email: "a@b")).compactMap(\.email).done { note($0) }
        .catch { _ in note("never") }
      Promise.value(User()).compactMap(\.email).catch { _ in note("no email") }
      Guarantee.value(User()).map(\.name.count).done { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["3", "a@b", "ada", "no email"])
  }

  @Test("with a label, a queue, and from a variable")
  func forms() {
    let name = \User.name
    let email = \User.email
    let run = Run {
      Promise.value(User()).map(label: "name", on: Queues.side, name).done { note($0) }.catch { _ in
      }
      Promise.value(User()).map(label: "name 2", \.name).done { note($0) }.catch { _ in }
      Promise.value(User()).compactMap(label: "email", email).catch { _ in note("no email") }
      Guarantee.value(User()).map(label: "name 3", name).done { note($0) }
    }
    #expect(run.notes.sorted() == ["ada", "ada", "ada", "no email"])
    #expect(run.queue(of: "name") == "side")
    #expect(run.operation(of: "email") == .compactMap)
  }

  @Test("for each element of a sequence")
  func sequences() {
    let users = [User(email: "a@b"), User(name: "bob", isActive: false)]
    let name = \User.name
    let run = Run {
      Promise.value(users).mapValues(\.name).done { note("1 \($0)") }.catch { _ in }
      Promise.value(users).mapValues(name).done { note("2 \($0)") }.catch { _ in }
      Promise.value(users).compactMapValues(\.email).done { note("3 \($0)") }.catch { _ in }
      Promise.value(users).filterValues(\.isActive).done { note("4 \($0.count)") }.catch { _ in }
      Promise.value(users).flatMapValues(\.friends).done { note("5 \($0.count)") }.catch { _ in }
      Guarantee.value(users).mapValues(\.name).done { note("6 \($0)") }
      Guarantee.value(users).compactMapValues(\.email).done { note("7 \($0)") }
      Guarantee.value(users).filterValues(label: "active", \.isActive).done {
        note("8 \($0.count)")
      }
    }
    #expect(
      run.notes.sorted() == [
        #"1 ["ada", "bob"]"#, #"2 ["ada", "bob"]"#, #"3 ["a@b"]"#, "4 1", "5 4",
        #"6 ["ada", "bob"]"#, #"7 ["a@b"]"#, "8 1",
      ])
  }
}
