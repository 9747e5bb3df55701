// Chess clock and game: moves confirmed by a server, ticking sides, pause, and one result.
import Foundation
import PromiseKitLite

enum Side: String, Sendable {
  case white, black
  var other: Side { self == .white ? .black : .white }
}

enum ChessError: Error, Equatable {
  case illegal(String)
  case notYourTurn
  case gameOver
}

protocol ChessClockDelegate: AnyObject, Sendable {
  func clock(_ clock: ChessClock, logs entry: String)
  func clock(_ clock: ChessClock, flagFellFor side: Side)
}

final class ChessClock: @unchecked Sendable {
  weak var delegate: (any ChessClockDelegate)?
  private let queue = DispatchQueue(label: "chess.clock")
  private var left: [Side: Int]
  private var running: Side?
  private var ticking = CancelContext()

  init(ticks: Int) {
    left = [.white: ticks, .black: ticks]
  }

  func start(_ side: Side) -> Promise<Void> {
    queue.async(.promise) { [self] in run(side) }
  }

  func press(_ side: Side) -> Promise<Void> {
    queue.async(.promise) { [self] in
      guard running == side else { throw ChessError.notYourTurn }
      ticking.cancel()
      delegate?.clock(self, logs: "\(side) pressed")
      run(side.other)
    }
  }

  func pause() -> Promise<Side> {
    queue.async(.promise) { [self] in
      ticking.cancel()
      delegate?.clock(self, logs: "paused")
      return running ?? .white
    }
  }

  private func run(_ side: Side) {
    running = side
    ticking = CancelContext()
    delegate?.clock(self, logs: "\(side) to move")
    ticking.run {
      tick(side).cauterize()
    }
  }

  private func tick(_ side: Side) -> Promise<Void> {
    after(.milliseconds(4))
      .then(on: queue) { [self] () -> Promise<Void> in
        left[side, default: 0] -= 1
        delegate?.clock(self, logs: "\(side) ticks")
        guard left[side, default: 0] > 0 else {
          delegate?.clock(self, flagFellFor: side)
          return Promise()
        }
        return tick(side)
      }
  }
}

final class Arbiter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "chess.arbiter")
  private var accepted: [String] = []

  func submit(_ move: String) -> Promise<Void> {
    after(.milliseconds(26 - move.count * 6))
      .map(on: queue) { [self] in
        if move.hasPrefix("K") { throw ChessError.illegal(move) }
        accepted.append(move)
      }
  }

  func score() -> [String] { queue.sync { accepted } }
}

final class Game: ChessClockDelegate, @unchecked Sendable {
  let clock: ChessClock
  let arbiter = Arbiter()
  let result: Promise<String>
  private let seal: Resolver<String>
  private let queue = DispatchQueue(label: "chess.game")
  private let logLock = NSLock()
  private var board: [String] = []
  private var last = Promise<Void>()
  private var isOver = false
  private var log: [String] = []
  private var results: [String] = []

  init(ticks: Int) {
    clock = ChessClock(ticks: ticks)
    (result, seal) = Promise.pending()
    clock.delegate = self
  }

  func play(_ side: Side, _ move: String) -> Promise<Void> {
    queue.async(.promise) { [self] () -> Promise<Void> in
      let turn = last.then(on: queue) { [self] in confirm(side, move) }
      last = turn.recover(on: queue) { _ in }
      return turn
    }
    .then { $0 }
  }

  private func confirm(_ side: Side, _ move: String) -> Promise<Void> {
    guard !isOver else { return Promise(error: ChessError.gameOver) }
    board.append(move)
    return arbiter.submit(move)
      .recover(on: queue) { [self] error -> Promise<Void> in
        board.removeLast()
        throw error
      }
      .then(on: queue) { [self] in clock.press(side) }
  }

  func end(_ text: String) -> Promise<Void> {
    queue.async(.promise) { [self] in
      guard !isOver else { return }
      isOver = true
      results.append(text)
      seal.fulfill(text)
    }
  }

  func rest(_ milliseconds: Int) -> Promise<Void> {
    clock.pause()
      .then { [self] side in
        after(.milliseconds(milliseconds)).then { [self] in clock.start(side) }
      }
  }

  func clock(_ clock: ChessClock, logs entry: String) {
    logLock.withLock { log.append(entry) }
  }

  func clock(_ clock: ChessClock, flagFellFor side: Side) {
    end("\(side.other) wins on time").cauterize()
  }

  func record() -> (board: [String], log: [String], results: [String]) {
    let entries = logLock.withLock { log }
    return queue.sync { (board, entries, results) }
  }
}

func wrongTick(in log: [String]) -> String? {
  var running = ""
  for entry in log {
    if entry == "paused" {
      running = "nobody"
    } else if entry.hasSuffix(" to move") {
      running = String(entry.prefix(5))
    } else if !entry.hasPrefix(running) {
      return "\(entry) while \(running) was to move"
    }
  }
  return nil
}

func problem(long: Game, blitz: Game, refused: [String], late: String) -> String? {
  let first = long.record()
  let second = blitz.record()
  if first.board != ["e4", "e5", "Nf3", "Nc6", "Bb5"] { return "the board shows \(first.board)" }
  if long.arbiter.score() != first.board { return "the arbiter has \(long.arbiter.score())" }
  if refused != ["illegal(\"Ke3\")", "notYourTurn"] { return "refused were \(refused)" }
  if let wrong = wrongTick(in: first.log) ?? wrongTick(in: second.log) { return wrong }
  if first.results != ["draw"] { return "the long game ended with \(first.results)" }
  if second.results != ["black wins on time"] { return "the blitz ended with \(second.results)" }
  if late != "gameOver" || !second.board.isEmpty { return "a move after the end was \(late)" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

func failure(of promise: Promise<Void>) -> Guarantee<String> {
  promise
    .map { "done" }
    .recover { error in Guarantee.value("\(error)") }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let long = Game(ticks: 5_000)
let blitz = Game(ticks: 6)
let moves: [(Side, String)] = [
  (.white, "e4"), (.black, "e5"), (.white, "Ke3"), (.white, "Nf3"), (.black, "Nc6"),
  (.white, "Bb5"),
]

long.clock.start(.white)
  .then { when(guarantees: moves.map { failure(of: long.play($0.0, $0.1)) }) }
  .then { outcomes in long.rest(14).map { outcomes.filter { $0 != "done" } } }
  .then { refused in failure(of: long.clock.press(.white)).map { refused + [$0] } }
  .get { _ in long.end("draw").cauterize() }
  .then { refused in long.clock.pause().map { _ in refused } }
  .then { refused in blitz.clock.start(.white).map { refused } }
  .then { refused in blitz.result.map { _ in refused } }
  .then { refused in blitz.end("draw").map { refused } }
  .then { refused in failure(of: blitz.play(.white, "d4")).map { (refused, $0) } }
  .done { finish(problem(long: long, blitz: blitz, refused: $0, late: $1)) }
  .catch { finish("\($0)") }

dispatchMain()
