import Dispatch
import PromiseKitLite

private let catalog = DispatchQueue(label: "catalog", attributes: .concurrent)

extension CorpusProgram {
  /// Readers borrow books; the desk has a list on paper for when the catalog cannot be reached.
  package static let lendingDesk = CorpusProgram(
    "lending-desk", .recoverTakesAll, concurrent: ["catalog"]
  ) { isRepaired in
    let readers = (0..<8).map { reader in
      after(label: "reader", .milliseconds(11 * reader))
        .then(label: "borrow") { borrow(book: 100 + reader, reader, isRepaired) }
        .done { note($0) }
        .recover(label: "turn away", only: Blocked.self) { note("\($0) may not borrow") }
    }
    when(label: "evening", resolved: readers).done { note("\($0.count) readers") }.cauterize()
    return readers
  }
}

private struct Blocked: Error { var reader: Int }
private struct Offline: Error { var book: Int }

private func borrow(book: Int, _ reader: Int, _ isRepaired: Bool) -> Promise<String> {
  let loan = when(fulfilled: lookUp(book), check(reader))
    .then(label: "register") { title, _ in register(title, reader) }
  let safe =
    isRepaired
    ? loan.recover(label: "paper list", only: Offline.self) { onPaper($0.book, reader) }
    : loan.recover(label: "paper list") { _ in onPaper(book, reader) }  // culprit
  return safe.map { "reader \(reader) has \($0)" }
    .then { text in cover(book).map { text + " with \($0)" } }
}

private func lookUp(_ book: Int) -> Promise<String> {
  catalog.async(.promise, label: "look up") { () -> String in
    work(18)
    if book == 102 || book == 106 { throw Offline(book: book) }
    return "book \(book)"
  }
}

private func check(_ reader: Int) -> Promise<Void> {
  catalog.async(.promise, label: "check card") {
    work(30)
    if reader == 5 { throw Blocked(reader: reader) }
  }
}

private func register(_ title: String, _ reader: Int) -> Promise<String> {
  catalog.async(.promise, label: "register loan") { () -> String in
    work(9)
    return title
  }
}

private func onPaper(_ book: Int, _ reader: Int) -> Promise<String> {
  after(label: "write", .milliseconds(25)).map { "book \(book), on paper" }
}

/// A picture of the cover, or a grey one, whatever happens.
private func cover(_ book: Int) -> Promise<String> {
  catalog.async(.promise, label: "cover") { () -> String in
    work(14)
    if book % 3 == 0 { throw Offline(book: book) }
    return "a cover"
  }
  .recover(label: "grey cover") { _ in Promise.value("a grey cover") }
}
