import PromiseKit
import TestSupport
import Testing

/// A file that imports PromiseKit but not Foundation.
@Suite("Programs of PromiseKit's users: PromiseKit is the only import")
struct ImportAloneTests {
  @Test("a queue, a result, the description of an error")
  func alone() {
    let log = Log()
    _ = Run {
      Promise<Int>(error: PMKError.emptySequence)
        .recover(on: .global()) { error -> Promise<Int> in
          log.add(error.localizedDescription)
          throw error
        }
        .tap { if case .rejected = $0 { log.add("rejected") } }
        .catch { log.add("\($0)".trimmingCharacters(in: .whitespaces)) }
    }
    #expect(log.lines.count == 3)
  }
}
