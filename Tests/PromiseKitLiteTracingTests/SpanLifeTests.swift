import Testing

@testable import PromiseKitLiteTracing

@Suite("When a span ends")
struct SpanLifeTests {
  @Test("It ends when its last promise is freed, at the time of the last settlement")
  func freed() {
    var life = SpanLife(began: 1)
    life.join()
    life.join()
    #expect(life.settle(at: 5) == .nothing)
    #expect(life.settle(at: 3) == .linger)
    #expect(life.free() == .linger)
    #expect(life.free() == .end)
    #expect(life.last == 5 && life.isEnded)
    #expect(life.release(at: 9) == .nothing)
  }

  @Test("A link that is attached to a settled promise keeps it open")
  func lateLink() {
    var life = SpanLife(began: 0)
    life.join()
    #expect(life.settle(at: 1) == .linger)
    life.join()
    var hasEnded = life.endIfIdle()
    #expect(!hasEnded)
    #expect(life.free() == .nothing)
    #expect(life.settle(at: 2) == .linger)
    hasEnded = life.endIfIdle()
    #expect(hasEnded)
    hasEnded = life.endIfIdle()
    #expect(!hasEnded)
    hasEnded = life.end()
    #expect(!hasEnded)
  }

  @Test("A hold keeps it open, and can be all that it has")
  func holds() {
    var life = SpanLife(began: 0)
    life.hold()
    life.join()
    #expect(life.settle(at: 1) == .nothing)
    #expect(life.free() == .nothing)
    #expect(life.release(at: 4) == .end && life.last == 4)
  }
}
