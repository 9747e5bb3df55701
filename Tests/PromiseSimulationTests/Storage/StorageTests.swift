import Testing

@testable import PromiseSimulation

@Suite("The simulation's own collections")
struct StorageTests {
  /// The same numbers every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(
    "A deque holds what an array holds, in the same order",
    arguments: 1...5 as ClosedRange<UInt64>)
  func deque(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var deque = Deque<Int>()
    var model: [Int] = []
    for round in 0..<3000 {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0...2:
        deque.append(round)
        model.append(round)
      case 3...5:
        #expect(deque.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      case 6:
        let place = Int.random(in: 0...model.count, using: &numbers)
        deque.insert(round, at: place)
        model.insert(round, at: place)
      default:
        guard let place = model.indices.randomElement(using: &numbers) else { continue }
        deque.remove(at: place)
        model.remove(at: place)
      }
      #expect(deque.count == model.count && deque.elementsEqual(model))
    }
  }

  @Test("An element that is removed from a deque is freed immediately")
  func freed() {
    final class Element {}
    var deque = Deque<Element>()
    weak var first: Element?
    do {
      let element = Element()
      first = element
      deque.append(element)
      for _ in 0..<9 { deque.append(Element()) }
    }
    #expect(first != nil)
    _ = deque.popFirst()
    #expect(first == nil && deque.count == 9)
  }

  @Test("A heap returns its elements in order", arguments: 1...5 as ClosedRange<UInt64>)
  func heap(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var heap = Heap<Int>()
    var model: [Int] = []
    for _ in 0..<2000 {
      if Int.random(in: 0..<5, using: &numbers) < 3 {
        let number = Int.random(in: 0..<200, using: &numbers)
        heap.insert(number)
        model.append(number)
        model.sort()
      } else {
        #expect(heap.popMin() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(heap.min({ $0 }) == model.first && heap.isEmpty == model.isEmpty)
    }
  }
}
