// Image cache of a scrolling list: few connections, shared loads, eviction and reused cells.
import Foundation
import PromiseKitLite

struct Picture: Sendable, Equatable {
  let url: String
  let size: Int
}

enum ImageError: Error, Equatable {
  case notFound
  case reset
}

protocol PictureView: AnyObject, Sendable {
  var url: String { get }
  func show(_ picture: Picture)
}

final class ImageServer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "images.server")
  private var connections: [String: Resolver<Int>] = [:]
  private(set) var requests: [String: Int] = [:]
  private(set) var mostConnections = 0

  func connect(_ url: String) -> Promise<Int> {
    Promise(label: "connection to \(url)", on: queue) { [self] seal in
      requests[url, default: 0] += 1
      connections[url] = seal
      mostConnections = max(mostConnections, connections.count)
      seal.onCancel { [self] in close(url) }
      guard !url.hasPrefix("endless") else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(url == "sky" ? 22 : 5)) { [self] in
        connections[url] = nil
        switch url {
        case "gone": seal.reject(ImageError.notFound)
        case "tree" where requests[url] == 1: seal.reject(ImageError.reset)
        default: seal.fulfill(url.count)
        }
      }
    }
  }

  private func close(_ url: String) {
    queue.async { [self] in connections[url] = nil }
  }

  func openConnections() -> Int { queue.sync { connections.count } }
}

final class ImageCache: @unchecked Sendable {
  private let server: ImageServer
  private let queue = DispatchQueue(label: "images.cache")
  private let decoding = DispatchQueue(label: "images.decoding", attributes: .concurrent)
  private var memory: [String: Picture] = [:]
  private var age: [String] = []
  private var loads: [String: Promise<Picture>] = [:]
  private var contexts: [String: CancelContext] = [:]
  private var viewers: [String: Int] = [:]
  private var free = 2
  private var waiting: [Resolver<Void>] = []

  init(server: ImageServer) {
    self.server = server
  }

  func picture(_ url: String) -> Promise<Picture> {
    queue.async(.promise, label: "ask for \(url)") { [self] () -> Promise<Picture> in
      viewers[url, default: 0] += 1
      if let known = memory[url] {
        touch(url)
        return .value(known)
      }
      if let load = loads[url] { return load }
      let load = fetch(url)
      loads[url] = load
      return load
    }
    .then(label: "picture", on: queue) { $0 }
    .ensure(label: "viewer is served", on: queue) { [self] in viewers[url, default: 0] -= 1 }
  }

  func leave(_ url: String) -> Promise<Void> {
    queue.async(.promise, label: "leave") { [self] in
      guard viewers[url] == 1 else { return }
      contexts[url]?.cancel()
    }
  }

  private func fetch(_ url: String) -> Promise<Picture> {
    let context = CancelContext()
    contexts[url] = context
    return takeConnection()
      .then(label: "load \(url)", on: queue) { [self] in
        context.run { server.connect(url) }
          .detached(label: "answer of \(url)")
          .ensure(label: "connection is free", on: queue) { [self] in giveConnection() }
      }
      .map(label: "decode", on: decoding) { size in Picture(url: url, size: size) }
      .recover(label: "placeholder", only: ImageError.notFound, on: decoding) { _ in
        Promise.value(Picture(url: "placeholder", size: 1))
      }
      .get(label: "keep", on: queue) { [self] picture in
        memory[url] = picture
        touch(url)
      }
      .ensure(label: "load is over", on: queue) { [self] in
        loads[url] = nil
        contexts[url] = nil
      }
  }

  private func touch(_ url: String) {
    age.removeAll { $0 == url }
    age.append(url)
    guard age.count > 2 else { return }
    memory[age.removeFirst()] = nil
  }

  private func takeConnection() -> Promise<Void> {
    let (turn, seal) = Promise<Void>.pending(label: "free connection")
    waiting.append(seal)
    serve()
    return turn
  }

  private func giveConnection() {
    free += 1
    serve()
  }

  private func serve() {
    guard free > 0, !waiting.isEmpty else { return }
    free -= 1
    waiting.removeFirst().fulfill()
  }

  func kept() -> Set<String> { queue.sync { Set(memory.keys) } }
}

final class Cell: PictureView, @unchecked Sendable {
  private(set) var url = ""
  private(set) var shown = ""
  private let cache: ImageCache

  init(cache: ImageCache) {
    self.cache = cache
  }

  func use(_ url: String) -> Promise<Void> {
    self.url = url
    return retrying(label: "picture or again", times: 2, delay: .milliseconds(2)) { [cache] _ in
      cache.picture(url)
    }
    .done(label: "show \(url)") { [self] picture in
      guard self.url == url else { return }
      show(picture)
    }
  }

  func show(_ picture: Picture) { shown = picture.url }
  func disappear() -> Promise<Void> { cache.leave(url) }
}

func problem(_ server: ImageServer, _ cache: ImageCache, _ cells: [Cell], _ hidden: [Bool])
  -> String?
{
  let shown = cells.map { $0.shown }
  if shown != ["sun", "sun", "tree", "placeholder"] { return "the cells show \(shown)" }
  if hidden != [true, true] { return "a hidden cell still loads" }
  if server.openConnections() != 0 { return "\(server.openConnections()) connections are open" }
  if server.mostConnections > 2 { return "\(server.mostConnections) connections at once" }
  let once = ["endless 1", "endless 2", "gone", "sky", "sun", "b", "c"]
  for (url, count) in server.requests where count != (once.contains(url) ? 1 : 2) {
    return "\(url) was requested \(count) times"
  }
  if cache.kept() != ["a", "c"] { return "the cache keeps \(cache.kept().sorted())" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let server = ImageServer()
let cache = ImageCache(server: server)
let cells = (1...4).map { _ in Cell(cache: cache) }
let hiding = (1...2).map { _ in Cell(cache: cache) }

let endless = hiding.enumerated().map { number, cell in cell.use("endless \(number + 1)") }
let reused = cells[0].use("sky")
let visible = zip(cells, ["sun", "sun", "tree", "gone"]).map { cell, url in cell.use(url) }

Promise()
  .then(label: "hide two") { when(label: "hidden", fulfilled: hiding.map { $0.disappear() }) }
  .then(label: "hidden cells") { when(label: "given up", resolved: endless) }
  .map(label: "were cancelled") { results in
    results.map { result in
      guard case .failure(let error) = result else { return false }
      return error.isCancelled
    }
  }
  .then(label: "visible cells") { hidden in
    when(label: "all shown", fulfilled: visible + [reused]).map(label: "hidden") { hidden }
  }
  .then(label: "scroll") { hidden in
    Promise()
      .reduce(label: "pages", ["a", "b", "c", "a"]) { _, url in
        cache.picture(url).asVoid()
      }
      .then(label: "scroll back") { cache.picture("a") }
      .map(label: "hidden again") { _ in hidden }
  }
  .done(label: "check") { hidden in finish(problem(server, cache, cells, hidden)) }
  .catch(label: "failed") { error in finish("\(error)") }

dispatchMain()
