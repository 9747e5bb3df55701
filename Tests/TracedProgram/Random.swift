import PromiseKitLite
import TestSupport

/// A program that does the same for the same seed, on one thread: `random SEED STEPS`.
func randomProgram(_ words: [String]) {
  let numbers = words.compactMap { Int($0) }
  var random = SeededGenerator(seed: numbers.first ?? 1)
  var promises: [Promise<Int>] = []
  var seals: [Resolver<Int>] = []
  for step in 0..<(numbers.last ?? 50) {
    let pick = promises.isEmpty ? nil : promises[random.below(promises.count)]
    switch random.below(pick == nil ? 3 : 14) {
    case 0: promises.append(.value(label: "value \(step)", step))
    case 1: promises.append(Promise(label: "error \(step)", error: Odd(number: step)))
    case 2, 3:
      let (promise, seal) = Promise<Int>.pending(label: "pending \(step)")
      promises.append(promise)
      seals.append(seal)
    case 4 where !seals.isEmpty: seals.remove(at: random.below(seals.count)).fulfill(step)
    case 5 where !seals.isEmpty:
      seals.remove(at: random.below(seals.count)).reject(Odd(number: step))
    case 6: promises.removeAll { $0.isResolved && step % 2 == 0 }
    case 7:
      if let pick { promises.append(when(fulfilled: [pick, pick]).map(on: nil) { $0.count }) }
    case 8:
      if let pick {
        promises.append(pick.recover(label: "recover", on: nil) { _ in Promise.value(-step) })
      }
    case 9: if let pick { promises.append(pick.then(on: nil) { Promise.value($0 + step) }) }
    case 10: if let pick { _ = pick.done(on: nil) { note("\($0) at \(step)") }.cauterize() }
    case 11: if let pick { pick.catch(on: nil) { note("\($0)") } }
    default:
      if let pick {
        promises.append(
          pick.map(label: "map \(step)", on: nil) { number in
            if (number + step) % 5 == 0 { throw Odd(number: number) }
            return number + 1
          })
      }
    }
  }
  print("done")
}

private struct Odd: Error { var number: Int }
