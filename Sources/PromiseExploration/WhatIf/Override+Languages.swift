package import PromiseGraph
import PromiseKitLite
package import PromiseSimulation

extension Override {
  /// Returns the change as a sentence in `language`: `timeout takes 90 ms`.
  package func text(in language: Language) -> String {
    guard language != .english else { return description }
    let name = promise.name
    switch change {
    case .timer(0, let length), .work(let length):
      return language.text("\(name) takes \(shortMilliseconds(length)) ms")
    case .timer(let number, let length):
      let place = language.ordinal(number + 1)
      return language.text("\(name) waits \(shortMilliseconds(length)) ms the \(place) time")
    case .flip: return language.text("the outcome of \(name) is flipped")
    case .settle(let outcome, let event):
      return language.text("\(name) is \(outcome.word(in: language)) by hand at event \(event)")
    }
  }
}
