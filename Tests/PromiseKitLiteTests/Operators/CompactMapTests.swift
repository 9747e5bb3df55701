import PromiseKitLite
import TestSupport
import Testing

@Suite("compactMap: a step that may have no value")
struct CompactMapTests {
  @Test("the step's result is passed on; nil rejects with the value and the expected type")
  func values() {
    let run = Run {
      for text in ["1", "x"] {
        Promise.value(text).compactMap { Int($0) }.done { note("\($0)") }.catch { note("\($0)") }
      }
    }
    #expect(run.notes.sorted() == ["1", "Could not `compactMap<Int>`: x"])
  }

  @Test("the error carries them")
  func error() {
    let run = Run {
      Promise.value("x").compactMap { Int($0) }.catch { error in
        guard case PMKError.compactMap(let value, let type) = error else { return note("never") }
        note("\(value as? String == "x") \(type == Int.self)")
      }
    }
    #expect(run.notes == ["true true"])
  }

  @Test("an error of the step is the error, and an incoming error skips it without a hop")
  func errors() {
    let run = Run {
      Promise.value("x").compactMap { _ -> Int? in throw Failure("a") }.catch { note("\($0)") }
      Promise<String>(error: Failure("b")).compactMap(label: "link", on: Queues.side) { Int($0) }
        .catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["a", "b"])
    #expect(run.skip(of: "link") == .errorPassesValueHandler)
  }

  @Test("a guarantee's step may return nil too, so its child is a promise")
  func guarantee() {
    let run = Run {
      Guarantee.value("x").compactMap { Int($0) }.catch { _ in note("caught") }
    }
    #expect(run.notes == ["caught"])
  }
}
