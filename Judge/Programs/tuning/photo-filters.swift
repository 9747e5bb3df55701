// Photo editor: a preview that follows the slider, filters in a fixed order, and an album export.
import Foundation
import PromiseKitLite

struct Photo: Sendable, Equatable {
  let name: String
  var pixels: [Int]
}

enum PhotoFilter: String, Sendable {
  case brighten, contrast, invert

  func apply(to pixel: Int) -> Int {
    switch self {
    case .brighten: min(255, pixel + 20)
    case .contrast: min(255, pixel * 2)
    case .invert: 255 - pixel
    }
  }
}

enum PhotoError: Error, Equatable {
  case unreadable(String)
  case diskFull
}

enum Disk {
  static let queue = DispatchQueue(label: "photo.disk")
  nonisolated(unsafe) static var files: [String: [Int]] = [:]
  nonisolated(unsafe) static var writers = 0
  nonisolated(unsafe) static var mostWriters = 0

  static func create(_ name: String) -> Promise<Void> {
    after(label: "disk seeks", .milliseconds(2))
      .map(label: "create \(name)", on: queue) {
        files[name] = []
        writers += 1
        mostWriters = max(mostWriters, writers)
      }
  }

  static func write(_ photo: Photo, to name: String) -> Promise<Void> {
    after(label: "disk writes", .milliseconds(4))
      .map(label: "write \(name)", on: queue) {
        if photo.name == "panorama" { throw PhotoError.diskFull }
        files[name] = photo.pixels
      }
  }

  static func rename(_ name: String, to final: String) -> Promise<Void> {
    after(label: "disk renames", .milliseconds(2))
      .map(label: "rename \(name)", on: queue) {
        files[final] = files[name]
      }
  }

  static func remove(_ name: String) -> Guarantee<Void> {
    after(label: "disk removes", .milliseconds(3))
      .map(label: "remove \(name)", on: queue) {
        writers -= 1
        files[name] = nil
      }
  }
}

enum Lab {
  static let workers = DispatchQueue(label: "photo.lab", attributes: .concurrent)

  static func decode(_ name: String) -> Promise<Photo> {
    workers.async(.promise, label: "decode \(name)") {
      if name == "torn" { throw PhotoError.unreadable(name) }
      return Photo(name: name, pixels: (0..<4).map { $0 * 30 + name.count })
    }
  }

  static func run(_ filter: PhotoFilter, on photo: Photo) -> Promise<Photo> {
    after(label: "\(filter) computes", .milliseconds(filter == .brighten ? 5 : 2))
      .map(label: "apply \(filter)", on: workers) {
        Photo(name: photo.name, pixels: photo.pixels.map { filter.apply(to: $0) })
      }
  }

  static func develop(_ name: String, with filters: [PhotoFilter]) -> Promise<Photo> {
    decode(name)
      .reduce(label: "filters of \(name)", filters, on: workers) { photo, filter in
        run(filter, on: photo)
      }
  }
}

enum Preview {
  static let queue = DispatchQueue(label: "photo.preview")
  nonisolated(unsafe) static var position = 0
  nonisolated(unsafe) static var shown: [Int] = []

  static func move(to value: Int, cost: Int) -> Promise<Void> {
    queue.async(.promise, label: "slider moves") { position = value }
      .then(label: "render preview") {
        after(label: "preview computes", .milliseconds(cost))
      }
      .done(label: "show preview", on: queue) {
        guard position == value else { return }
        shown.append(value)
      }
  }
}

func export(_ name: String, with filters: [PhotoFilter]) -> Promise<String> {
  let temporary = "\(name).part"
  return Disk.create(temporary)
    .then(label: "develop") { Lab.develop(name, with: filters) }
    .then(label: "write") { photo in Disk.write(photo, to: temporary) }
    .then(label: "publish") { Disk.rename(temporary, to: "\(name).jpg") }
    .ensureThen(label: "clean up") { Disk.remove(temporary) }
    .map(label: "exported") { "\(name).jpg" }
    .recover(label: "skip unreadable", only: PhotoError.self) { error -> Promise<String> in
      guard case .unreadable(let name) = error else { throw error }
      return .value("\(name) skipped")
    }
}

func exportAlbum(_ names: [String]) -> Promise<[String]> {
  let filters: [PhotoFilter] = [.brighten, .contrast, .invert]
  return when(
    label: "album", resolved: names.lazy.map { export($0, with: filters) }.makeIterator(),
    concurrently: 2
  )
  .map(label: "list") { results in
    results.map { result in
      switch result {
      case .success(let line): line
      case .failure(let error): "\(error)"
      }
    }
  }
}

enum Printer {
  static let profile = Promise<Int>.pending(label: "printer profile")

  static func print(_ names: [String], in printing: CancelContext) -> Promise<[String]> {
    when(
      label: "prints",
      fulfilled: names.map { name in
        profile.promise.until(label: "until given up", printing)
          .then(label: "adapt") { _ in export("print-\(name)", with: [.contrast]) }
      }
    )
    .recover(label: "given up", policy: .allErrors) { (error: any Error) -> Promise<[String]> in
      guard error.isCancelled else { throw error }
      return .value([])
    }
  }
}

func edit() -> Promise<Void> {
  let moves = [(10, 28), (40, 18), (90, 9), (70, 3)]
  return when(label: "moves", fulfilled: moves.map { Preview.move(to: $0.0, cost: $0.1) })
}

func problem(album: [String], prints: [String]) -> String? {
  let shown = Preview.queue.sync { Preview.shown }
  if shown.last != 70 { return "the preview shows \(shown)" }
  if album != ["beach.jpg", "diskFull", "torn skipped", "cat.jpg", "sunset.jpg"] {
    return "the album has \(album)"
  }
  if !prints.isEmpty { return "\(prints.count) photos were printed" }
  let (files, most, open) = Disk.queue.sync { (Disk.files, Disk.mostWriters, Disk.writers) }
  if files.keys.sorted() != ["beach.jpg", "cat.jpg", "sunset.jpg"] {
    return "on the disk are \(files.keys.sorted())"
  }
  if most > 2 || open != 0 { return "\(most) files were written at once, \(open) are open" }
  for name in ["beach", "cat", "sunset"] {
    let expected = (0..<4).map { 255 - min(255, ($0 * 30 + name.count + 20) * 2) }
    if files["\(name).jpg"] != expected { return "\(name) looks wrong" }
  }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let printing = CancelContext()
let prints = Printer.print(["beach", "cat"], in: printing)

edit()
  .then(label: "export") { exportAlbum(["beach", "panorama", "torn", "cat", "sunset"]) }
  .get(label: "stop printing") { _ in printing.cancel() }
  .then(label: "prints end") { album in
    prints.map(label: "both") { (album, $0) }
  }
  .done(label: "check") { album, prints in finish(problem(album: album, prints: prints)) }
  .catch(label: "failed") { finish("\($0)") }

RunLoop.main.run()
