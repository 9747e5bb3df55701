// Imports photos from a camera: downloads, thumbnails, one commit to the album, then a grid.
import Foundation
import PromiseKitLite

enum ImportError: Error {
  case cameraBusy
  case damaged(Int)
}

final class CameraClient: @unchecked Sendable {
  var onRequest: @Sendable (Int) -> Void = { _ in }
  private let queue = DispatchQueue(label: "photos.camera")
  private var requests: [Int: Int] = [:]
  private var endless: [Resolver<[Int]>] = []

  func original(_ id: Int) -> Promise<[Int]> {
    Promise { seal in
      queue.async { [self] in
        requests[id, default: 0] += 1
        let attempt = requests[id, default: 0]
        guard id != 102 else {
          endless.append(seal)
          return onRequest(id)
        }
        queue.asyncAfter(deadline: .now() + .milliseconds(2 + id % 3 * 4)) {
          switch id {
          case 4: seal.reject(ImportError.damaged(id))
          case 5 where attempt < 3: seal.reject(ImportError.cameraBusy)
          case 6: seal.fulfill([3, 4, 5])
          default: seal.fulfill([id, id + 1, id + 2])
          }
        }
      }
    }
  }
}

final class Scratch: @unchecked Sendable {
  private let queue = DispatchQueue(label: "photos.scratch")
  private var files: Set<Int> = []
  private var most = 0

  var usage: (open: Int, most: Int) { queue.sync { (files.count, most) } }

  func open(_ id: Int) -> Promise<Void> {
    queue.async(.promise) { [self] () throws -> Void in
      files.insert(id)
      most = max(most, files.count)
    }
  }

  func close(_ id: Int) -> Guarantee<Void> {
    after(.milliseconds(5))
      .done(on: queue) { [self] in files.remove(id) }
  }
}

final class Album: @unchecked Sendable {
  private let queue = DispatchQueue(label: "photos.album")
  private var thumbnails: [String: Int] = [:]
  private var photos: [Int] = []
  private var reads: [Int: Int] = [:]
  private var missing: [String] = []

  var committed: [Int] { queue.sync { photos } }
  var lost: [String] { queue.sync { missing } }
  var readCounts: [Int: Int] { queue.sync { reads } }

  func write(_ thumbnail: Int, _ name: String) -> Promise<Void> {
    after(.milliseconds(16)).done(on: queue) { [self] () throws -> Void in
      thumbnails[name] = thumbnail
    }
  }

  func commit(_ ids: [Int]) -> Promise<Void> {
    queue.async(.promise) { [self] () throws -> Void in
      missing += ids.flatMap { ["\($0) small", "\($0) large"] }.filter { thumbnails[$0] == nil }
    }
    .delay(.milliseconds(6))
    .done(on: queue) { [self] in photos += ids }
  }

  func read(_ id: Int) -> Promise<Int> {
    after(.milliseconds(3)).map(on: queue) { [self] in
      reads[id, default: 0] += 1
      guard let thumbnail = thumbnails["\(id) small"], id != 2 || reads[id] != 1 else {
        throw ImportError.damaged(id)
      }
      return thumbnail
    }
  }
}

final class PhotoImporter: @unchecked Sendable {
  private let camera: CameraClient
  private let scratch: Scratch
  private let album: Album
  private let index = DispatchQueue(label: "photos.index")
  private let render = DispatchQueue(label: "photos.render", attributes: .concurrent)
  private var known: Set<[Int]> = []
  private var progress: [Int] = []

  var finished: [Int] { index.sync { progress } }

  init(camera: CameraClient, scratch: Scratch, album: Album) {
    self.camera = camera
    self.scratch = scratch
    self.album = album
  }

  func importAll(_ ids: [Int]) -> Promise<[Int]> {
    var next = ids.makeIterator()
    let photos = AnyIterator { [self] in next.next().map(importOne) }
    return when(resolved: photos, concurrently: 2)
      .then(on: index) { [album] results -> Promise<[Int]> in
        let imported = try results.compactMap { result -> Int? in
          guard case .failure(ImportError.damaged) = result else { return try result.get() }
          return nil
        }
        return album.commit(imported).map(on: nil) { imported }
      }
  }

  private func importOne(_ id: Int) -> Promise<Int?> {
    scratch.open(id)
      .then(on: render) { [self] in download(id, attempts: 3) }
      .then(on: index) { [self] pixels -> Promise<Int?> in
        guard known.insert(pixels).inserted else { return .value(nil) }
        return thumbnails(of: id, pixels).map(on: nil) { id }
      }
      .get(on: index) { [self] _ in progress.append(id) }
      .ensureThen(on: render) { [scratch] in scratch.close(id) }
  }

  private func download(_ id: Int, attempts: Int) -> Promise<[Int]> {
    camera.original(id)
      .recover(on: render) { [self] error -> Promise<[Int]> in
        guard attempts > 1, case ImportError.cameraBusy = error else { throw error }
        return after(.milliseconds(3))
          .then(on: render) { [self] in download(id, attempts: attempts - 1) }
      }
  }

  private func thumbnails(of id: Int, _ pixels: [Int]) -> Promise<Void> {
    let sizes = [("small", 1), ("large", 4)]
    return when(
      fulfilled: sizes.map { name, scale in
        render.async(.promise) { () throws -> Int in pixels.reduce(0) { $0 + $1 * scale } }
          .then(on: render) { [album] in album.write($0, "\(id) \(name)") }
      })
  }
}

final class PhotoGrid: @unchecked Sendable {
  private let album: Album
  private let queue = DispatchQueue(label: "photos.grid")
  private var cells: [Int: Promise<Int>] = [:]

  init(album: Album) { self.album = album }

  func cell(_ id: Int) -> Promise<Int> {
    Guarantee().then(on: queue) { [self] () -> Promise<Int> in
      if let known = cells[id] { return known }
      let cell = album.read(id)
        .tap(on: queue) { [self] result in
          if case .failure = result { cells[id] = nil }
        }
      cells[id] = cell
      return cell
    }
  }
}

func run() throws -> String? {
  let (camera, scratch, album) = (CameraClient(), Scratch(), Album())
  let importer = PhotoImporter(camera: camera, scratch: scratch, album: album)
  let imported = try importer.importAll([1, 2, 3, 4, 5, 6]).wait()
  guard album.committed == imported, [[1, 2, 3, 5], [1, 2, 5, 6]].contains(imported) else {
    return "the album has \(album.committed)"
  }
  guard scratch.usage.open == 0, scratch.usage.most <= 2 else {
    return "scratch files: \(scratch.usage)"
  }

  let grid = PhotoGrid(album: album)
  let worker = DispatchQueue.global()
  let cells = when(resolved: [1, 2, 1, 2].map(grid.cell))
    .then(on: worker) { _ in when(fulfilled: [5, 2, 1].map(grid.cell)) }
  guard try cells.wait() == [18, 9, 6] else { return "the grid shows other thumbnails" }
  guard album.readCounts == [1: 1, 2: 2, 5: 1] else { return "reads \(album.readCounts)" }

  let session = CancelContext()
  camera.onRequest = { _ in session.cancel() }
  let second = session.run { importer.importAll([101, 102, 103]) }
  guard case .failure(let error) = Result(catching: { try second.wait() }), error.isCancelled else {
    return "the cancelled import went on"
  }
  return album.committed == imported && album.lost.isEmpty
    && importer.finished.filter { $0 < 100 }.count == 5
    ? nil : "committed \(album.committed), lost \(album.lost), finished \(importer.finished)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
do {
  let problem = try run()
  print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
  exit(problem == nil ? 0 : 1)
} catch {
  print("check: failed: the import ended with \(error)")
  exit(1)
}
