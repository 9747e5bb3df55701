// Print queues: documents are rendered at once, printed in the order of submission, and charged.
import Foundation
import PromiseKitLite

struct Document: Sendable {
  let name: String
  let user: String
  let pages: Int
}

struct SpoolFile: Sendable {
  let document: Document
}

enum PrintError: Error, Equatable {
  case unreadable
  case jam
}

protocol SpoolerDelegate: AnyObject, Sendable {
  func spooler(_ spooler: Spooler, printed page: Int, of document: Document)
}

final class Renderer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "renderer", attributes: .concurrent)
  private let lock = NSLock()
  private var files: Set<String> = []

  var leftovers: [String] { lock.withLock { files.sorted() } }

  func render(_ document: Document) -> Promise<SpoolFile> {
    Promise(label: "render \(document.name)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(12 - document.pages * 2)) {
        guard document.pages > 0 else { return seal.reject(PrintError.unreadable) }
        self.lock.withLock { _ = self.files.insert(document.name) }
        seal.fulfill(SpoolFile(document: document))
      }
    }
  }

  func remove(_ document: Document) { lock.withLock { _ = files.remove(document.name) } }
}

final class Printer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "printer")
  private var jams: Set<String>
  private var loaded: String?
  private var sheets: [String] = []

  init(jams: Set<String>) { self.jams = jams }

  var tray: [String] { queue.sync { sheets } }

  func print(_ page: Int, of name: String) -> Promise<Void> {
    let sheet = "\(name) \(page)"
    return Promise(label: sheet, on: queue) { seal in
      if let loaded = self.loaded, loaded != name { self.sheets.append("\(sheet) over \(loaded)") }
      self.loaded = name
      self.queue.asyncAfter(deadline: .now() + .milliseconds(3)) {
        guard self.jams.remove(sheet) == nil else { return seal.reject(PrintError.jam) }
        self.sheets.append(sheet)
        seal.fulfill()
      }
    }
  }

  func eject() -> Guarantee<Void> {
    after(label: "eject", .milliseconds(4)).done(on: queue) { self.loaded = nil }
  }

  func clear() -> Guarantee<Void> { after(label: "clear", .milliseconds(5)) }
}

actor Accounts: Dispatcher {
  private(set) var pages: [String: Int] = [:]
  private var lastCharge = Promise<Void>()

  func charge(_ document: Document) -> Promise<Void> {
    lastCharge = lastCharge.then(label: "charge \(document.name)", on: self) {
      let known = self.assumeIsolated { $0.pages[document.user, default: 0] }
      return after(label: "booking", .milliseconds(20)).done(on: self) {
        self.assumeIsolated { $0.pages[document.user] = known + document.pages }
      }
    }
    return lastCharge
  }
}

final class Spooler: @unchecked Sendable {
  private let queue: DispatchQueue
  private let renderer: Renderer
  private let printer: Printer
  private let delegate: any SpoolerDelegate
  private var contexts: [String: CancelContext] = [:]
  private var line = Guarantee()
  private var current: String?

  init(_ name: String, _ renderer: Renderer, _ printer: Printer, _ delegate: any SpoolerDelegate) {
    queue = DispatchQueue(label: name)
    (self.renderer, self.printer, self.delegate) = (renderer, printer, delegate)
  }

  func submit(_ documents: [Document]) -> Guarantee<[Result<Void, any Error>]> {
    Guarantee().then(label: "submit", on: queue) {
      when(label: "documents", resolved: documents.map { self.enqueue($0) })
    }
  }

  func cancel(_ name: String) { contexts[name]?.cancel() }

  private func enqueue(_ document: Document) -> Promise<Void> {
    let name = document.name
    let context = CancelContext()
    contexts[name] = context
    let (turn, pass) = Guarantee<Void>.pending(label: "turn of \(name)")
    let earlier = line
    line = when(label: "line after \(name)", guarantees: earlier, turn)
    let file = renderer.render(document)
    return
      file
      .until(context)
      .then(label: "queue \(name)", on: queue) { file in earlier.map(on: self.queue) { file } }
      .then(label: "print \(name)", on: queue) { file in self.printAll(of: file.document) }
      .ensureThen(label: "finish \(name)", on: queue) { self.finish(document, file) }
      .ensure(label: "pass \(name)", on: queue) { pass(()) }
      .detached()
      .then(label: "pay \(name)", on: accounts) { pages in
        accounts.assumeIsolated { $0.charge(document) }
      }
  }

  private func printAll(of document: Document) -> Promise<Int> {
    current = document.name
    return Promise.value(0).reduce(label: "pages", 1...document.pages, on: queue) { _, page in
      self.print(page, of: document.name)
        .map(label: "progress", on: self.queue) {
          self.delegate.spooler(self, printed: page, of: document)
          return page
        }
    }
  }

  private func print(_ page: Int, of name: String) -> Promise<Void> {
    printer.print(page, of: name)
      .recover(label: "jam", only: PrintError.jam, on: queue) { _ in
        self.printer.clear().then(on: self.queue) { self.printer.print(page, of: name) }
      }
  }

  private func finish(_ document: Document, _ file: Promise<SpoolFile>) -> Guarantee<Void> {
    guard current == document.name else {
      return when(resolved: [file]).done(on: queue) { _ in self.renderer.remove(document) }
    }
    current = nil
    renderer.remove(document)
    return printer.eject()
  }
}

final class FrontDesk: SpoolerDelegate {
  func spooler(_ spooler: Spooler, printed page: Int, of document: Document) {
    guard document.name == "poster" else { return }
    spooler.cancel(page == 1 ? "memo" : "poster")
  }
}

let accounts = Accounts()
let renderer = Renderer()
let printers = [Printer(jams: ["report 2"]), Printer(jams: [])]
let desk = FrontDesk()
let upstairs = Spooler("upstairs", renderer, printers[0], desk)
let downstairs = Spooler("downstairs", renderer, printers[1], desk)

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

func problem(_ results: [Result<Void, any Error>], _ pages: [String: Int]) -> String? {
  let trays = [
    ["letter 1", "report 1", "report 2", "report 3", "poster 1", "poster 2", "bill 1"],
    ["photo 1", "label 1"],
  ]
  for (printer, tray) in zip(printers, trays) where printer.tray != tray {
    return "a tray holds \(printer.tray)"
  }
  let isPrinted = results.map { (try? $0.get()) != nil }
  if isPrinted != [true, false, true, false, false, true, true, true] {
    return "the documents are printed: \(isPrinted)"
  }
  if pages != ["ann": 3, "bob": 4] { return "the users pay for \(pages)" }
  return renderer.leftovers.isEmpty ? nil : "spool files are left: \(renderer.leftovers)"
}

when(
  guarantees: upstairs.submit([
    Document(name: "letter", user: "ann", pages: 1),
    Document(name: "empty", user: "bob", pages: 0),
    Document(name: "report", user: "bob", pages: 3),
    Document(name: "poster", user: "ann", pages: 5),
    Document(name: "memo", user: "bob", pages: 1),
    Document(name: "bill", user: "ann", pages: 1),
  ]),
  downstairs.submit([
    Document(name: "photo", user: "bob", pages: 1),
    Document(name: "label", user: "ann", pages: 1),
  ])
)
.done(label: "verdict", on: accounts) { upstairs, downstairs in
  let problem = problem(upstairs + downstairs, accounts.assumeIsolated { $0.pages })
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

RunLoop.main.run()
