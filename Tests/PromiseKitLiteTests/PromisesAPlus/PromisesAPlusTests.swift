import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Promises/A+")
struct PromisesAPlusTests {
  @Test("each claim holds for its ends, under its circumstances", arguments: Claim.all)
  func holds(_ claim: Claim) async {
    for end in claim.ends {
      for circumstance in claim.circumstances {
        let scene = await circumstance.play(claim, end)
        let (said, lines) = (scene.said, claim.lines(scene))
        #expect(
          lines.allow(said), "\(claim.paragraphs(for: end)), \(end), \(circumstance)",
          sourceLocation: claim.location)
      }
    }
  }

  @Test(
    "2.1.2.1: of eight threads that settle it at the same time, one counts, and every handler gets its value"
  )
  func contention() {
    for _ in 0..<200 {
      let (promise, seal) = Promise<Int>.pending()
      let heard = Mutex<[Int]>([])
      let counted = Mutex<[Int]>([])
      _ = promise.then(
        on: nil, fulfilled: { value in heard.withLock { $0.append(value) } },
        rejected: { error in heard.withLock { $0.append(Int("\(error)") ?? -1) } })
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let isFirst =
          thread % 2 == 0 ? seal.tryFulfill(thread) : seal.tryReject(Failure("\(thread)"))
        if isFirst { counted.withLock { $0.append(thread) } }
      }
      #expect(counted.withLock { $0 }.count == 1)
      #expect(heard.withLock { $0 } == counted.withLock { $0 })
      #expect(promise.isResolved)
    }
  }
}
