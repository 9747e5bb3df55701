import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Books of customers are imported one after another, and then counted.
  package static let batchImport = CorpusProgram(
    "batch-import", .chainNotReturned, concurrent: ["net"]
  ) { isRepaired in
    let importer = Importer(isRepaired: isRepaired)
    importer.begin()
    return importer
  }
}

private final class Importer: Sendable {
  private let isRepaired: Bool
  private let customers = Shared<[String]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func begin() {
    let books = ["north", "east", "south", "west"]
    books.reduce(Promise(label: "begin")) { before, book in
      before.then(label: "next book") { self.importBook(book) }
    }
    .then(label: "count") { self.count() }
    .then(label: "send report") { count in self.report(count) }
    .done(label: "finished") { count in note("imported \(count) of 12 customers") }
    .catch(label: "import failed") { error in note("import failed: \(error)") }
  }

  private func importBook(_ book: String) -> Promise<Void> {
    let opened = open(book)
    if isRepaired || book != "south" {
      return opened.then(label: "open book") { names in
        when(label: "all stored", fulfilled: names.map { self.store($0) }).asVoid()
      }
    }
    return opened.done(label: "open old book") { names in  // culprit
      // The old format has its own reader.
      when(label: "old stored", fulfilled: names.map { self.storeOld($0) })  // culprit
        .done(label: "old book done") { _ in note("\(book) is in") }  // culprit
        .catch(label: "old book failed") { error in note("\(book): \(error)") }  // culprit
    }
  }

  private func open(_ book: String) -> Promise<[String]> {
    disk.async(.promise, label: "read book") {
      work(8)
      return (1...3).map { "\(book) \($0)" }
    }
    .get(label: "log") { _ in self.log("opened \(book)") }
  }

  private func store(_ name: String) -> Promise<Void> {
    check(name).done(label: "store", on: disk) { name in
      work(3)
      self.customers.update { $0.append(name) }
    }
  }

  private func storeOld(_ name: String) -> Promise<Void> {
    check(name)
      .map(label: "convert") { "old \($0)" }
      .done(label: "store old", on: disk) { name in
        work(3)
        self.customers.update { $0.append(name) }
      }
  }

  private func check(_ name: String) -> Promise<String> {
    net.async(.promise, label: "check address") {
      work(20 + name.count)
      return name
    }
  }

  private func count() -> Promise<Int> {
    disk.async(.promise, label: "count rows") {
      work(2)
      return self.customers.value.count
    }
  }

  private func report(_ count: Int) -> Promise<Int> {
    net.async(.promise, label: "mail report") {
      work(14)
      return count
    }
  }

  /// The log is not waited for.
  private func log(_ line: String) {
    net.async(.promise, label: "log line") { work(30) }
      .done(label: "logged") {}
      .catch(label: "log failed") { _ in }
  }
}
