import PromiseKitLite
import Testing

@Suite("recover with a policy and a guarantee")
struct RecoverPolicyTests {
  @Test("a plain .value is enough, and a cancellation is recovered if the policy allows")
  func value() {
    let all = Promise<Int>(error: PMKError.cancelled)
      .recover(on: nil, policy: .allErrors) { _ in .value(2) }
    #expect(all.value == 2)
    let others = Promise<Int>(error: PMKError.cancelled)
      .recover(on: nil, policy: .allErrorsExceptCancellation) { _ in .value(2) }
    #expect(others.error?.isCancelled == true)
    others.cauterize()
  }
}
