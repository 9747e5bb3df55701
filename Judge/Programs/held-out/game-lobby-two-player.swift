// A lobby that pairs players, plays rounds in a room, and keeps a table of results.
import Foundation
import PromiseKitLite

enum LobbyError: Error { case roomTaken, wrongRound }

final class LobbyServer: @unchecked Sendable {
  var onWaiting: @Sendable (String) -> Void = { _ in }
  private let queue = DispatchQueue(label: "lobby.server")
  private var waiting: [(player: String, seal: Resolver<String>)] = []
  private var inRoom: Set<String> = []
  private var round = 1
  private var moves: [String: (move: Int, seal: Resolver<Int>)] = [:]
  private var table: [String: Int] = [:]
  private var challenges: [String: Resolver<Bool>] = [:]
  private var joins = 0

  var summary: String {
    queue.sync { "joins \(joins), challenges \(challenges.count), in room \(inRoom.count)" }
  }
  var results: [String: Int] { queue.sync { table } }

  func join(_ player: String) -> Promise<String> {
    Promise(label: "\(player) waits") { seal in
      queue.async { [self] in
        joins += 1
        guard inRoom.isEmpty else { return seal.reject(LobbyError.roomTaken) }
        guard let other = waiting.popLast() else {
          waiting.append((player, seal))
          return onWaiting(player)
        }
        inRoom = [player, other.player]
        round = 1
        seal.fulfill(other.player)
        other.seal.fulfill(player)
      }
      seal.onCancel { [self] in queue.sync { waiting.removeAll { $0.player == player } } }
    }
  }

  func submit(_ move: Int, of player: String, round number: Int) -> Promise<Int> {
    Promise(label: "\(player) moves in \(number)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(move)) { [self] in
        guard number == round, inRoom.contains(player), moves[player] == nil else {
          return seal.reject(LobbyError.wrongRound)
        }
        moves[player] = (move, seal)
        guard moves.count == 2 else { return }
        let best = moves.values.map(\.move).max() ?? 0
        moves.values.forEach { $0.seal.fulfill($0.move == best ? 1 : 0) }
        moves = [:]
        round += 1
      }
    }
  }

  func leave(_ player: String) -> Guarantee<Void> {
    after(label: "\(player) packs up", .milliseconds(player == "Ann" ? 24 : 22))
      .done(label: "\(player) left", on: queue) { [self] in inRoom.remove(player) }
  }

  func read(_ row: String) -> Promise<Int> {
    after(label: "read \(row)", .milliseconds(3))
      .map(label: "row \(row)", on: queue) { [self] () throws -> Int in table[row, default: 0] }
  }

  func write(_ value: Int, to row: String) -> Promise<Void> {
    after(label: "write \(row)", .milliseconds(3))
      .done(label: "new \(row)", on: queue) { [self] () throws -> Void in table[row] = value }
  }

  func challenge(_ player: String) -> Promise<Bool> {
    Promise(label: "challenge \(player)") { seal in
      queue.sync { challenges[player] = seal }
      seal.onCancel { [self] in queue.sync { challenges[player] = nil } }
    }
  }
}

final class ResultTable: @unchecked Sendable {
  private let server: LobbyServer
  private let queue = DispatchQueue(label: "lobby.table")
  private var tail: Promise<Void> = .value

  init(server: LobbyServer) { self.server = server }

  func add(_ points: Int, to row: String) -> Promise<Void> {
    Guarantee().then(label: "add to \(row)", on: queue) { [self] () -> Promise<Void> in
      let update = tail.then(label: "turn of \(row)", on: queue) { [server] in
        server.read(row).then(label: "sum", on: nil) { server.write($0 + points, to: row) }
      }
      tail = update.recover(label: "next turn", on: queue) { _ in Promise<Void>.value }
      return update
    }
  }
}

final class Player: @unchecked Sendable {
  enum State: Equatable {
    case idle, waiting, playing(String)
  }

  private(set) var states: [State] = [.idle]
  let queue: DispatchQueue
  private let name: String
  private let server: LobbyServer
  private let table: ResultTable
  private var joining: Promise<String>?

  init(_ name: String, server: LobbyServer, table: ResultTable) {
    (self.name, self.server, self.table) = (name, server, table)
    queue = DispatchQueue(label: "lobby.\(name)")
  }

  func visit() -> Promise<String> {
    Guarantee().then(label: "\(name) visits", on: queue) { [self] in join() }
  }

  private func join() -> Promise<String> {
    if let joining { return joining }
    states.append(.waiting)
    let join = server.join(name)
      .get(label: "\(name) is paired", on: queue) { [self] in states.append(.playing($0)) }
      .ensure(label: "\(name) joined", on: queue) { [self] in joining = nil }
      .cancelled(label: "\(name) backs out", on: queue) { [self] in states.append(.idle) }
    joining = join
    return join
  }

  func match(_ moves: [Int]) -> Promise<Int> {
    Guarantee()
      .then(label: "\(name) taps twice", on: queue) { [self] in
        when(label: "\(name) is in", fulfilled: [join(), join()])
      }
      .then(label: "\(name) plays", on: queue) { [self] _ in play(moves, round: 1) }
      .ensureThen(label: "\(name) leaves", on: queue) { [self] in server.leave(name) }
      .get(label: "\(name) is free", on: queue) { [self] _ in states.append(.idle) }
      .then(label: "\(name) reports", on: queue) { [table] points in
        table.add(points, to: "points").map(on: nil) { points }
      }
  }

  private func play(_ moves: [Int], round: Int) -> Promise<Int> {
    guard round <= moves.count else { return .value(0) }
    return server.submit(moves[round - 1], of: name, round: round)
      .then(label: "\(name) after \(round)", on: queue) { [self] points in
        play(moves, round: round + 1).map(on: nil) { $0 + points }
      }
  }
}

final class LobbyScreen: @unchecked Sendable {
  private let server = LobbyServer()
  private let players: [Player]
  private var log: [String] = []

  init() {
    let table = ResultTable(server: server)
    players = ["Ann", "Ben", "Cleo"].map { [server] in Player($0, server: server, table: table) }
  }

  func run() {
    let visit = CancelContext()
    server.onWaiting = { player in
      if player == "Cleo" { DispatchQueue.main.async { visit.cancel() } }
    }
    visit.run { players[2].visit() }
      .recover(label: "Cleo is gone", policy: .allErrors) { error -> Promise<String> in
        guard error.isCancelled else { throw error }
        return .value("nobody")
      }
      .then(label: "match 1") { [self] _ in match([6, 2, 5], [1, 8, 3]) }
      .then(label: "match 2") { [self] in match([1, 9], [4, 2]) }
      .then(label: "challenge") { [self] in challenge("Ghost") }
      .done(label: "compare") { [self] in finish() }
      .catch(label: "give up", policy: .allErrors) { error in
        print("check: failed: the lobby closed: \(error)")
        exit(1)
      }
  }

  private func match(_ moves: [Int]...) -> Promise<Void> {
    when(label: "match", fulfilled: moves.indices.map { players[$0].match(moves[$0]) })
      .done(label: "result") { [self] points in log.append("\(points[0]):\(points[1])") }
  }

  private func challenge(_ player: String) -> Promise<Void> {
    let patience = CancelContext()
    return patience.run { server.challenge(player) }
      .timeout(label: "patience", .milliseconds(15))
      .detached()
      .ensure(label: "take back") { patience.cancel() }
      .done(label: "accepted") { [self] _ in log.append("\(player) plays") }
      .recover(label: "no answer", only: PMKError.self) { [self] _ in log.append("no \(player)") }
  }

  private func finish() {
    let states = players.map { player in player.queue.sync { player.states } }
    let visits = ["Ben", "Ann"].map { other -> [Player.State] in
      [.idle, .waiting, .playing(other), .idle, .waiting, .playing(other), .idle]
    }
    var problem: String?
    if log != ["2:1", "1:1", "no Ghost"] || server.results != ["points": 5] {
      problem = "the results are \(log), the table has \(server.results)"
    } else if states != visits + [[.idle, .waiting, .idle]] {
      problem = "the players saw \(states)"
    } else if server.summary != "joins 5, challenges 0, in room 0" {
      problem = server.summary
    }
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
LobbyScreen().run()
RunLoop.main.run()
