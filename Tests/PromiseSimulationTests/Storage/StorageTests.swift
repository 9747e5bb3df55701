import TestSupport
import Testing

@testable import PromiseSimulation

@Suite("The simulation's own collections")
struct StorageTests {
  @Test("A deque holds what an array holds, in the same order", arguments: 1...5)
  func deque(seed: Int) {
    var numbers = SeededGenerator(seed: seed)
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

  @Test("A heap returns its elements in order", arguments: 1...5)
  func heap(seed: Int) {
    var numbers = SeededGenerator(seed: seed)
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
