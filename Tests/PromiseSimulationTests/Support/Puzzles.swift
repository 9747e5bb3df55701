import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport

/// A number that handlers share.
final class SharedNumber: Sendable {
  private let number: Mutex<Int>
  init(_ number: Int) { self.number = Mutex(number) }
  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}

/// Small programs whose order matters.
enum Puzzle {
  static let left = DispatchQueue(label: "left")
  static let right = DispatchQueue(label: "right")

  /// Two notes from different queues at the same instant.
  static let twoNotes = Scenario("two-notes") {
    _ = after(.milliseconds(1)).done(label: "A", on: left) { note("A") }
    _ = after(.milliseconds(1)).done(label: "B", on: right) { note("B") }
  }

  /// C may hop to main before A does.
  static let checkout = Scenario("checkout", version: "1") {
    let saved = after(label: "net", .milliseconds(50)).map(on: left) {}.done(label: "A") {
      note("save")
    }
    let prepared = after(label: "disk", .milliseconds(50)).map(on: right) {}.done(label: "C") {
      note("render")
    }
    return when(fulfilled: saved, prepared)
  }

  /// What is prepared on main is rendered there next, and nothing waits for what is saved.
  static let rendering = Scenario("rendering") {
    _ = after(.milliseconds(50)).map(on: left) {}.done(label: "save") { note("save") }
    return after(.milliseconds(50)).map(on: right) {}.map(label: "prepare") {}.done(label: "render")
    {
      note("render")
    }
  }

  /// Main waits for something that its own line holds back, and the number of promises at that
  /// point depends on the schedule.
  static let deadlock = Scenario("deadlock") {
    let go = after(.milliseconds(1))
    _ = go.done(on: left) { _ = Promise.value(1).map(label: "load") { $0 } }
    _ = go.done(on: right) { _ = Promise.value(1).map(label: "load") { $0 } }
    return go.done { _ = try? Promise.value(1).map(label: "load") { $0 }.wait() }
  }

  /// Two queues each read a number and write it back, incremented.
  static let lostUpdate = Scenario("lost-update") {
    let number = SharedNumber(0)
    let one = after(.milliseconds(1)).map(on: left) { number.value }.done(on: left) {
      number.value = $0 + 1
    }
    let two = after(.milliseconds(1)).map(on: right) { number.value }.done(on: right) {
      number.value = $0 + 1
    }
    return when(fulfilled: one, two).map { number.value }
  }
}
