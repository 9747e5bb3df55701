// Live scores: a snapshot from the faster mirror, a feed per match, and one push message per goal.
import Foundation
import PromiseKitLite

struct Score: Sendable, Equatable {
  let number: Int
  let home: Int
  let guests: Int
  var isFinal = false
}

enum FeedError: Error, Equatable {
  case connectionLost
  case noSuchMatch(String)
}

protocol ScoreDelegate: AnyObject, Sendable {
  func scores(_ match: String, shows score: Score)
  func scoresClosed(_ match: String)
}

final class Stadium: @unchecked Sendable {
  private let queue = DispatchQueue(label: "scores.stadium")
  private var requests: [String: Resolver<Score>] = [:]
  private var losses = ["derby": 2, "final": 1]
  private(set) var polls = 0
  private(set) var pushes: [String] = []
  private let history: [String: [Score]] = [
    "derby": [
      Score(number: 1, home: 0, guests: 0), Score(number: 2, home: 1, guests: 0),
      Score(number: 3, home: 1, guests: 1), Score(number: 4, home: 2, guests: 1),
      Score(number: 5, home: 2, guests: 1, isFinal: true),
    ],
    "final": [
      Score(number: 1, home: 0, guests: 0), Score(number: 2, home: 0, guests: 1),
      Score(number: 3, home: 0, guests: 0), Score(number: 4, home: 0, guests: 1, isFinal: true),
    ],
  ]

  func snapshot(_ match: String, mirror: Int) -> Promise<Score> {
    let key = "\(match) \(mirror)"
    return Promise(on: queue) { [self] seal in
      guard let first = history[match]?.first else { throw FeedError.noSuchMatch(match) }
      requests[key] = seal
      seal.onCancel { [self] in drop(key) }
      guard mirror != match.count % 2 else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [self] in
        requests.removeValue(forKey: key)?.fulfill(first)
      }
    }
  }

  private func drop(_ key: String) {
    queue.async { [self] in requests[key] = nil }
  }

  func next(_ match: String, after number: Int) -> Promise<[Score]> {
    PromiseKitLite.after(.milliseconds(6 - number)).map(on: queue) { [self] in
      polls += 1
      if number == 1, losses[match, default: 0] > 0 {
        losses[match, default: 0] -= 1
        throw FeedError.connectionLost
      }
      let news = history[match, default: []].filter { $0.number > number }
      let repeated = history[match, default: []].filter { $0.number == number - 1 }
      return Array(news.prefix(1)) + repeated
    }
  }

  func push(_ text: String) -> Promise<Void> {
    PromiseKitLite.after(.milliseconds(text.hasSuffix(":0") ? 14 : 4)).map(on: queue) { [self] in
      pushes.append(text)
    }
    .asVoidPromise()
  }

  func pending() -> [String] { queue.sync { requests.keys.sorted() } }
}

extension Guarantee where Value == Void {
  func asVoidPromise() -> Promise<Void> { Promise(self) }
}

final class Scores: @unchecked Sendable {
  weak var delegate: (any ScoreDelegate)?
  private let stadium: Stadium
  private let queue = DispatchQueue(label: "scores")
  private var shown: [String: Score] = [:]
  private var outbox = Promise<Void>()
  private var follows: [String: Promise<Score>] = [:]

  init(stadium: Stadium) {
    self.stadium = stadium
  }

  func follow(_ match: String) -> Promise<Score> {
    queue.async(.promise) { [self] () -> Promise<Score> in
      if let follow = follows[match] { return follow }
      let follow = snapshot(match)
        .get(on: queue) { [self] score in show(score, of: match) }
        .then(on: queue) { [self] score in listen(to: match, after: score.number) }
        .then(on: queue) { [self] score in
          outbox.map { score }
        }
        .ensure(on: queue) { [self] in delegate?.scoresClosed(match) }
      follows[match] = follow
      return follow
    }
    .then { $0 }
  }

  private func snapshot(_ match: String) -> Promise<Score> {
    let mirrors = CancelContext()
    return mirrors.run {
      race(fulfilled: (0...1).map { stadium.snapshot(match, mirror: $0) })
    }
    .detached()
    .ensure(on: queue) { mirrors.cancel() }
    .recover(on: queue) { error -> Promise<Score> in
      guard case PMKError.noWinner(let errors) = error, let first = errors.first else {
        throw error
      }
      throw first
    }
  }

  private func listen(to match: String, after number: Int) -> Promise<Score> {
    retrying(times: 4, delay: .milliseconds(2), backOff: 2, on: queue) { [stadium] _ in
      stadium.next(match, after: number)
    }
    .then(on: queue) { [self] news -> Promise<Score> in
      for score in news {
        show(score, of: match)
      }
      guard let last = shown[match], !last.isFinal else {
        return Promise.value(shown[match] ?? news[0])
      }
      return listen(to: match, after: last.number)
    }
  }

  private func show(_ score: Score, of match: String) {
    let before = shown[match]
    guard score.number > before?.number ?? 0 else { return }
    shown[match] = score
    delegate?.scores(match, shows: score)
    guard score.home + score.guests > (before?.home ?? 0) + (before?.guests ?? 0) else { return }
    outbox = outbox.then(on: queue) { [stadium] in
      stadium.push("\(match) \(score.home):\(score.guests)")
    }
  }
}

final class Ticker: ScoreDelegate, @unchecked Sendable {
  private(set) var rows: [String: [String]] = [:]
  private(set) var closed: [String] = []

  func scores(_ match: String, shows score: Score) {
    rows[match, default: []].append("\(score.home):\(score.guests)")
  }

  func scoresClosed(_ match: String) { closed.append(match) }
}

func problem(_ stadium: Stadium, _ ticker: Ticker, _ results: [Result<Score, any Error>]) -> String?
{
  let ends = results.map { result in
    switch result {
    case .success(let score): "\(score.home):\(score.guests)"
    case .failure(let error): "\(error)"
    }
  }
  if ends != ["2:1", "0:1", "2:1", "noSuchMatch(\"cup\")"] { return "results are \(ends)" }
  let rows = [
    "derby": ["0:0", "1:0", "1:1", "2:1", "2:1"], "final": ["0:0", "0:1", "0:0", "0:1"],
  ]
  if ticker.rows != rows { return "the ticker shows \(ticker.rows)" }
  if ticker.closed.sorted() != ["cup", "derby", "final"] { return "closed are \(ticker.closed)" }
  if stadium.polls != 10 { return "the stadium was asked \(stadium.polls) times" }
  if !stadium.pending().isEmpty { return "\(stadium.pending()) is still asked" }
  for match in ["derby", "final"] {
    let goals = stadium.pushes.filter { $0.hasPrefix(match) }.map { $0.dropFirst(6) }
    let wanted = match == "derby" ? ["1:0", "1:1", "2:1"] : ["0:1", "0:1"]
    if goals.map({ String($0) }) != wanted { return "phones got \(stadium.pushes)" }
  }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let stadium = Stadium()
let ticker = Ticker()
let scores = Scores(stadium: stadium)
scores.delegate = ticker

when(resolved: ["derby", "final", "derby", "cup"].map { scores.follow($0) })
  .done { results in finish(problem(stadium, ticker, results)) }

RunLoop.main.run()
