// Playlist of a music player: tracks in order, preloading, skipping, hearts, lyrics and fades.
import Foundation
import PromiseKitLite

enum MusicError: Error, Equatable {
  case lineDropped
  case notAllowed
}

protocol PlayerDelegate: AnyObject, Sendable {
  func player(_ player: Player, isLoading title: String)
  func player(_ player: Player, showsLyrics text: String)
  func player(_ player: Player, showsHearts titles: Set<String>)
}

final class MusicService: @unchecked Sendable {
  private let queue = DispatchQueue(label: "music.service")
  private var transfers: [String: Resolver<Int>] = [:]
  private(set) var downloads: [String: Int] = [:]
  private(set) var plays: [String] = []

  func download(_ title: String) -> Promise<Int> {
    Promise(label: "download \(title)", on: queue) { [self] seal in
      downloads[title, default: 0] += 1
      transfers[title] = seal
      let isDropped = title == "blue" && downloads[title] == 1
      guard title != "stalled" else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(6)) { [self] in
        transfers[title] = nil
        if isDropped { seal.reject(MusicError.lineDropped) } else { seal.fulfill(title.count) }
      }
    }
  }

  func abort(_ title: String) -> Guarantee<Void> {
    queue.async(.guarantee, label: "abort \(title)") { [self] in
      transfers.removeValue(forKey: title)?.reject(PMKError.cancelled)
    }
  }

  func lyrics(of title: String) -> Promise<String> {
    after(label: "lyrics travel", .milliseconds(title == "aria" ? 30 : 4))
      .map(label: "lyrics", on: queue) { "\(title) la la" }
  }

  func like(_ title: String) -> Promise<Void> {
    after(label: "heart travels", .milliseconds(5))
      .map(label: "like \(title)", on: queue) {
        if title == "advert" { throw MusicError.notAllowed }
      }
  }

  func count(_ title: String) -> Promise<Void> {
    after(label: "count travels", .milliseconds(7))
      .map(label: "count \(title)", on: queue) { [self] in plays.append(title) }
  }

  func openTransfers() -> [String] { queue.sync { transfers.keys.sorted() } }
}

final class Player: @unchecked Sendable {
  weak var delegate: (any PlayerDelegate)?
  private let service: MusicService
  private let queue = DispatchQueue(label: "music.player")
  private var loads: [String: Promise<Int>] = [:]
  private var current = CancelContext()
  private var title = ""
  private var volume = 0
  private var hearts: Set<String> = []
  private(set) var log: [String] = []

  init(service: MusicService) {
    self.service = service
  }

  func play(_ titles: [String]) -> Promise<Void> {
    let list = titles.enumerated().map { number, title in
      (title, titles.dropFirst(number + 1).first)
    }
    return Promise()
      .reduce(label: "playlist", list, on: queue) { [self] _, entry in
        playOne(entry.0, next: entry.1)
      }
  }

  func skip() -> Guarantee<Void> {
    queue.async(.guarantee, label: "skip") { [self] in current.cancel() }
  }

  private func playOne(_ title: String, next: String?) -> Promise<Void> {
    current = CancelContext()
    self.title = title
    delegate?.player(self, isLoading: title)
    let waiting = retrying(label: "load \(title)", times: 2, delay: 0.002, on: queue) { [self] _ in
      load(title)
    }
    if let next {
      load(next).cauterize(label: "preload \(next)")
    }
    return waiting.until(label: "until skipped", current)
      .then(label: "sound", on: queue) { [self] _ in sound(title) }
      .ensureThen(label: "fade out", on: queue) { [self] in fadeOut(title) }
      .then(label: "count play", on: queue) { [self] in service.count(title) }
      .recover(label: "skipped", on: queue, policy: .allErrors) { [self] error -> Promise<Void> in
        guard error.isCancelled else { throw error }
        log.append("skip \(title)")
        return Promise(service.abort(title))
      }
  }

  private func load(_ title: String) -> Promise<Int> {
    if let known = loads[title] { return known }
    let load = service.download(title)
      .recover(label: "forget \(title)", on: queue, policy: .allErrors) {
        [self] error -> Promise<Int> in
        loads[title] = nil
        throw error
      }
    loads[title] = load
    return load
  }

  private func sound(_ title: String) -> Guarantee<Void> {
    volume = 2
    log.append("play \(title)")
    return after(label: "sounding", .milliseconds(9))
  }

  private func fadeOut(_ title: String) -> Guarantee<Void> {
    guard volume > 0 else { return Guarantee() }
    return after(label: "fade", .milliseconds(3))
      .then(label: "softer", on: queue) { [self] in
        volume -= 1
        log.append("volume \(volume)")
        return fadeOut(title)
      }
  }

  func showLyrics(of title: String) -> Promise<Void> {
    queue.async(.promise, label: "choose lyrics") { [self] in self.title = title }
      .then(label: "fetch lyrics") { [service] in service.lyrics(of: title) }
      .done(label: "show lyrics", on: queue) { [self] text in
        guard self.title == title else { return }
        delegate?.player(self, showsLyrics: text)
      }
  }

  func like(_ title: String) -> Promise<Void> {
    queue.async(.promise, label: "heart at once") { [self] in
      hearts.insert(title)
      delegate?.player(self, showsHearts: hearts)
    }
    .then(label: "send heart") { [service] in service.like(title) }
    .recover(label: "take heart back", on: queue) { [self] error in
      hearts.remove(title)
      delegate?.player(self, showsHearts: hearts)
      throw error
    }
  }
}

final class Screen: PlayerDelegate, @unchecked Sendable {
  private(set) var lyrics: [String] = []
  private(set) var hearts: Set<String> = []

  func player(_ player: Player, isLoading title: String) {
    if title == "stalled" { _ = player.skip() }
  }

  func player(_ player: Player, showsLyrics text: String) { lyrics.append(text) }
  func player(_ player: Player, showsHearts titles: Set<String>) { hearts = titles }
}

func problem(_ service: MusicService, _ player: Player, _ screen: Screen, _ told: [String])
  -> String?
{
  let sounds = ["aria", "blue", "coda"].flatMap { ["play \($0)", "volume 1", "volume 0"] }
  let log = Array(sounds.prefix(6)) + ["skip stalled"] + Array(sounds.suffix(3))
  if player.log != log { return "one hears \(player.log)" }
  if service.plays != ["aria", "blue", "coda"] { return "plays are counted as \(service.plays)" }
  if service.downloads != ["aria": 1, "blue": 2, "coda": 1, "stalled": 1] {
    return "downloads were \(service.downloads)"
  }
  if !service.openTransfers().isEmpty { return "\(service.openTransfers()) is still loading" }
  if screen.lyrics.last != "coda la la" { return "the lyrics are \(screen.lyrics)" }
  if screen.hearts != ["aria", "coda"] { return "hearts are at \(screen.hearts.sorted())" }
  if told != ["advert: notAllowed"] { return "the user was told \(told)" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let service = MusicService()
let player = Player(service: service)
let screen = Screen()
player.delegate = screen

let likes = when(label: "hearts", resolved: ["aria", "advert", "coda"].map { player.like($0) })
  .map(label: "refusals") { results in
    results.compactMap { result -> String? in
      guard case .failure(let error) = result else { return nil }
      return "advert: \(error)"
    }
  }

player.play(["aria", "blue", "stalled", "coda"])
  .then(label: "lyrics") {
    when(
      label: "all lyrics", fulfilled: ["aria", "blue", "coda"].map { player.showLyrics(of: $0) })
  }
  .then(label: "hearts done") { likes }
  .done(label: "check") { told in finish(problem(service, player, screen, told)) }
  .catch(label: "stopped") { error in finish("\(error)") }

dispatchMain()
