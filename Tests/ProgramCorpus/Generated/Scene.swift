import Dispatch
import PromiseKitLite
import TestSupport

/// What a part of a generated program needs: random names, times and queues.
final class Scene: Sendable {
  /// Whether the promises have labels.
  private let isLabelled: Bool
  private let random: Shared<SeededGenerator>
  private let words: [String]
  /// The part begins this many milliseconds after the program.
  let begin: Int
  /// The server of all parts, and a serial queue of this part.
  let net: DispatchQueue
  let own: DispatchQueue

  init(number: Int, isLabelled: Bool, random: SeededGenerator) {
    var random = random
    self.isLabelled = isLabelled
    words = Self.words.shuffled(using: &random)
    begin = random.below(400)
    net = DispatchQueue(label: Self.net, attributes: .concurrent)
    own = DispatchQueue(label: "\(words[0]) \(number)")
    self.random = Shared(random)
  }

  /// The name of the queue that is concurrent.
  static let net = "server"

  /// A number in a range.
  func number(_ range: ClosedRange<Int>) -> Int {
    random.update { range.lowerBound + $0.below(range.count) }
  }

  func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// The label of a promise: always the same word for the same role; `nil` without labels.
  func callAsFunction(_ role: Int) -> String? { isLabelled ? words[role % words.count] : nil }

  /// A request to the server.
  func ask<Answer: Sendable>(
    _ role: Int, _ milliseconds: Int, _ answer: Answer, fails: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Answer> {
    net.async(.promise, label: self(role), file: file, line: line, column: column) {
      work(milliseconds)
      if let fails { throw fails }
      return answer
    }
  }

  /// Calls `body` this many milliseconds after the beginning of the part.
  func at(
    _ milliseconds: Int, file: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ body: @escaping @Sendable () -> Void
  ) {
    after(
      label: self(1), .milliseconds(begin + milliseconds), file: file, line: line, column: column
    )
    .done(label: self(2), file: file, line: line, column: column) { body() }
  }

  private static let words = """
    amber badge cabin delta ember flint glade harbor inlet jetty kiosk lagoon maple nectar orbit \
    pearl quarry ridge saddle tunnel umber valley willow yarrow zenith anchor beacon copper dune \
    elm falcon grove hazel iris jade kelp linen mesa north olive
    """
    .split(separator: " ").map(String.init)
}

/// The errors of the parts.
enum PartError: Error { case unavailable, wrong, broken, late, notReady }
