// Library catalogue: search while typing, availability in branches, loans, and a reading list.
import Foundation
import PromiseKitLite

struct Book: Sendable, Hashable {
  let id: Int
  let title: String
}

struct Hit: Sendable, Equatable {
  let book: Book
  let branches: [String]
}

enum CatalogueError: Error, Equatable {
  case branchClosed(String)
  case indexBusy
  case onLoan(Int)
}

let index = DispatchQueue(label: "catalogue.index", attributes: .concurrent)
let desk = DispatchQueue(label: "catalogue.desk")

enum Index {
  static let lock = NSLock()
  nonisolated(unsafe) static var searches: [String] = []
  nonisolated(unsafe) static var busy = 1
  static let titles = ["Emma", "Emil", "Embers", "Emblem", "Ulysses", "Utopia", "Momo"]

  static func search(_ text: String) -> Promise<[Book]> {
    after(.milliseconds(max(2, 60 - text.count * 20))).map(on: index) {
      try lock.withLock {
        searches.append(text)
        if text == "Emb", busy > 0 {
          busy -= 1
          throw CatalogueError.indexBusy
        }
      }
      return titles.enumerated()
        .filter { $0.element.hasPrefix(text) }
        .map { Book(id: $0.offset, title: $0.element) }
    }
  }
}

enum Branches {
  static let all = ["north", "south", "west"]
  static let lock = NSLock()
  nonisolated(unsafe) static var opened: [String] = []
  nonisolated(unsafe) static var asked = 0
  static let north = open("north")
  static let south = open("south")
  static let west = open("west")

  private static func open(_ branch: String) -> Promise<Int> {
    after(.milliseconds(5)).map(on: index) {
      lock.withLock { opened.append(branch) }
      if branch == "west" { throw CatalogueError.branchClosed(branch) }
      return branch.count
    }
  }

  static func session(_ branch: String) -> Promise<Int> {
    switch branch {
    case "north": north
    case "south": south
    default: west
    }
  }

  static func ask(_ change: Int) {
    lock.withLock { asked += change }
  }

  static func has(_ book: Book, in branch: String) -> Promise<Bool> {
    ask(1)
    return session(branch)
      .then(on: index) { _ in after(.milliseconds(3)) }
      .map(on: index) { branch == "north" || book.id % 2 == 0 }
      .ensure(on: index) { ask(-1) }
  }
}

func availability(of book: Book) -> Promise<Hit> {
  let questions = Branches.all.lazy.map { branch in
    Branches.has(book, in: branch)
      .recover(on: index) { error -> Promise<Bool> in
        guard case CatalogueError.branchClosed = error else { throw error }
        return .value(false)
      }
      .map(on: index) { $0 ? branch : nil }
  }
  return when(fulfilled: questions.makeIterator(), concurrently: 1)
    .map(on: index) { answers in Hit(book: book, branches: answers.compactMap { $0 }) }
}

enum SearchField {
  nonisolated(unsafe) static var text = ""
  nonisolated(unsafe) static var shown: [Hit] = []
  nonisolated(unsafe) static var spinners = 0

  static func type(_ entered: String) -> Promise<Void> {
    desk.async(.promise) {
      text = entered
      spinners += 1
    }
    .then(on: desk) {
      retrying(times: 2, delay: .milliseconds(2), on: index) { _ in Index.search(entered) }
    }
    .then(on: desk) { books -> Promise<[Hit]> in
      guard text == entered else { return .value([]) }
      return when(fulfilled: books.map { availability(of: $0) })
    }
    .done(on: desk) { hits in
      guard text == entered else { return }
      shown = hits
    }
    .ensure(on: desk) { spinners -= 1 }
  }
}

enum Loans {
  nonisolated(unsafe) static var holders: [Int: String] = [:]
  nonisolated(unsafe) static var log: [String] = []
  nonisolated(unsafe) static var last = Promise<Void>()

  static func borrow(_ id: Int, for reader: String) -> Promise<Void> {
    desk.async(.promise) { () -> Promise<Void> in
      let turn = last.then(on: desk) {
        after(.milliseconds(2)).map(on: desk) { holders[id] }
      }
      .then(on: desk) { holder -> Promise<Void> in
        if holder != nil { throw CatalogueError.onLoan(id) }
        return note("\(reader) takes \(id)")
          .done(on: desk) { holders[id] = reader }
      }
      last = turn.recover(on: desk) { _ in }
      return turn
    }
    .then(on: desk) { $0 }
  }

  static func note(_ line: String) -> Promise<Void> {
    after(.milliseconds(2)).map(on: desk) {
      if log.count > 5 { throw CatalogueError.indexBusy }
      log.append(line)
    }
  }
}

func borrowAll() -> Guarantee<[String]> {
  let wishes = [(0, "ada"), (0, "ben"), (2, "ben"), (2, "ada"), (5, "cleo")]
  return when(resolved: wishes.map { Loans.borrow($0.0, for: $0.1) })
    .map(on: desk) { results in
      results.map { result in
        guard case .failure(let error) = result else { return "ok" }
        return "\(error)"
      }
    }
}

func problem(answers: [String]) -> String? {
  let titles = SearchField.shown.map { "\($0.book.title) \($0.branches.joined(separator: "+"))" }
  if titles != ["Embers north+south", "Emblem north"] { return "the list shows \(titles)" }
  if SearchField.spinners != 0 { return "\(SearchField.spinners) spinners turn" }
  if Index.searches.sorted() != ["E", "Em", "Emb", "Emb"] { return "searches \(Index.searches)" }
  if Branches.opened.sorted() != ["north", "south", "west"] { return "opened \(Branches.opened)" }
  if Branches.asked != 0 { return "\(Branches.asked) questions are open" }
  if answers != ["ok", "onLoan(0)", "ok", "onLoan(2)", "ok"] { return "readers hear \(answers)" }
  if Loans.holders != [0: "ada", 2: "ben", 5: "cleo"] { return "loans are \(Loans.holders)" }
  if Loans.log != ["ada takes 0", "ben takes 2", "cleo takes 5"] { return "log \(Loans.log)" }
  return nil
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let over = DispatchSemaphore(value: 0)
nonisolated(unsafe) var found: String? = "no answer"

when(fulfilled: ["E", "Em", "Emb"].map { SearchField.type($0) })
  .then(on: desk) { _ in borrowAll() }
  .done(on: desk) { answers in found = problem(answers: answers) }
  .catch(on: desk) { error in found = "\(error)" }
  .finally(on: desk) { over.signal() }

over.wait()
if let found {
  print("check: failed: \(found)")
  exit(1)
}
print("check: ok")
