import PromiseKitLite
import TestSupport
import Testing

@Suite("validate: values that pass a test are passed on")
struct ValidateTests {
  @Test("a value that passes is passed on, another is rejected with validationFailed")
  func test() {
    let run = Run {
      for number in [1, 2] {
        Promise.value(number).validate { $0 > 1 }.done { note("\($0)") }.catch { note("\($0)") }
      }
    }
    #expect(run.notes.sorted() == ["2", "The value did not pass its validation"])
  }

  @Test("an error of the test is the error")
  func throwing() {
    let run = Run {
      Promise.value(1).validate { _ in throw Failure("x") }.catch { note("\($0)") }
    }
    #expect(run.notes == ["x"])
  }

  @Test("an error skips it without a hop")
  func errors() {
    let run = Run {
      Promise<Int>(error: Failure("x")).validate(label: "test", on: Queues.side) { _ in true }
        .catch { note("\($0)") }
    }
    #expect(run.notes == ["x"])
    #expect(run.skip(of: "test") == .errorPassesValueHandler)
  }
}
