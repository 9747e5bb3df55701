import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let game = DispatchQueue(label: "game")

extension CorpusProgram {
  /// Players find a match; the level of the match comes from a region that is measured first.
  package static let matchmaking = CorpusProgram(
    "matchmaking", .attachOrder, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let lobby = Lobby(isRepaired: isRepaired)
    lobby.open()
    return lobby
  }
}

private final class Lobby: Sendable {
  private let isRepaired: Bool
  private let region = Shared("nowhere")
  private let players = Shared<[String]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func open() {
    let measured = measure()
    if isRepaired { keepRegion(of: measured) }
    for player in 0..<6 {
      after(.milliseconds(3 + 2 * player)).done { self.join(player) }
    }
    after(.milliseconds(14)).done { self.beginMatch(after: measured) }
    // The settings come from the disk, and with them the wish to keep the region.
    after(.milliseconds(31)).done {
      if !self.isRepaired { self.keepRegion(of: measured) }
    }
  }

  private func keepRegion(of measured: Promise<String>) {
    measured
      .done(on: game) { self.region.value = $0 }  // culprit
      .catch { note("no region: \($0)") }
  }

  private func beginMatch(after measured: Promise<String>) {
    measured
      .map(on: game) { _ in self.region.value }  // culprit
      .then { region in self.ask(region) }
      .then { address in
        when(fulfilled: (0..<4).map { self.connect($0, to: address) }).map { players in
          "\(players.count) players on the \(address)"
        }
      }
      .done { match in note("match of \(match)") }
      .catch { note("no match: \($0)") }
  }

  private func join(_ player: Int) {
    net.async(.promise) { () -> String in
      work(40 - player * 3)
      return "player \(player)"
    }
    .get(on: game) { name in self.players.update { $0.append(name) } }
    .done { note("\($0) is here") }
    .catch { note("player \(player): \($0)") }
  }

  private func measure() -> Promise<String> {
    when(fulfilled: ["north", "south", "west"].map { region in ping(region) })
      .map { times in times.min { $0.milliseconds < $1.milliseconds }?.region ?? "north" }
  }

  private func ping(_ region: String) -> Promise<Ping> {
    net.async(.promise) {
      work(45 + region.count)
      return Ping(region: region, milliseconds: region == "south" ? 20 : 50)
    }
  }

  private func ask(_ region: String) -> Promise<String> {
    net.async(.promise) {
      work(25)
      return "server in \(region)"
    }
  }

  private func connect(_ player: Int, to address: String) -> Promise<Int> {
    net.async(.promise) { () -> Int in
      work(12 + player * 4)
      return player
    }
    .map(on: game) { $0 + 1 }
  }
}

private struct Ping: Sendable {
  var region: String
  var milliseconds: Int
}
