import PromiseKitLite
import TestSupport
import Testing

@Suite("Creation: promises and guarantees that start a chain")
struct CreationTests {
  @Test("of nothing, already fulfilled")
  func void() {
    let run = Run {
      Promise().done { note("promise") }.cauterize()
      Promise(label: "labelled").done { note("labelled") }.cauterize()
      Guarantee().done { note("guarantee") }
      let empty: Promise<Void> = .init()
      #expect(empty.isFulfilled)
    }
    #expect(run.notes == ["promise", "labelled", "guarantee"])
    #expect(run.operation(of: "labelled") == .value)
  }

  @Test("from a result, which is a value or an error")
  func results() {
    let run = Run {
      Promise<Int>(.success(1)).done { note("\($0)") }.cauterize()
      Promise(label: "error", Result<Int, any Error>.failure(Failure("x"))).catch { note("\($0)") }
      Promise(Result<Int, Failure>.failure(Failure("y"))).catch { note("\($0)") }
      Promise(label: "value", Result { try Self.number() }).done { note("\($0)") }.cauterize()
    }
    #expect(run.notes == ["1", "x", "y", "3"])
    #expect(run.operation(of: "error") == .error)
    #expect(run.operation(of: "value") == .value)
  }

  @Test("from another promise or a guarantee, which is adopted")
  func thenables() {
    let run = Run {
      Promise(Guarantee.value(1)).done { note("\($0)") }.cauterize()
      Promise(label: "from", from: after(seconds: 1).map { 2 }).done { note("\($0)") }.cauterize()
      Promise(from: Promise<Int>(error: Failure("x"))).catch { note("\($0)") }
    }
    #expect(run.notes == ["1", "x", "2"])
    let from = run.id(of: "from")
    #expect(
      run.kinds.contains { if case .adopted(from, _) = $0 { true } else { false } })
  }

  private static func number() throws -> Int { 3 }
}
