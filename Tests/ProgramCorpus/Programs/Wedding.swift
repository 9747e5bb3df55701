import Dispatch
import PromiseKitLite

private let agencies = DispatchQueue(label: "agencies", attributes: .concurrent)
private let diary = DispatchQueue(label: "diary")

extension CorpusProgram {
  /// Couples book all that a wedding needs; if one thing cannot be had, nothing is wanted.
  package static let weddings = CorpusProgram(
    "weddings", .effectAfterFailure, isLabelled: false, concurrent: ["agencies"]
  ) { isRepaired in
    let book = Shared([String]())
    (0..<5).forEach { couple in
      after(.milliseconds(couple * 40)).done {
        plan(couple, book, isRepaired)
      }
    }
    return book
  }
}

private struct SoldOut: Error { var thing: String }

private func plan(_ couple: Int, _ book: Shared<[String]>, _ isRepaired: Bool) {
  let things = ["hall", "band", "cake", "flowers"].map { reserve($0, for: couple, book) }
  let everything = { () -> Promise<[String]> in
    guard isRepaired else { return when(fulfilled: things) }  // culprit
    return when(resolved: things).map { try $0.map { try $0.get() } }
  }
  everything()
    .then { all in congratulate(couple, all.count) }
    .catch { error in
      note("couple \(couple): \(error)")
      cancelAll(of: couple, book)
    }
}

private func reserve(_ thing: String, for couple: Int, _ book: Shared<[String]>) -> Promise<String>
{
  agencies.async(.promise) { () -> String in
    work(12 + thing.count * 6)
    if couple == 3, thing == "cake" { throw SoldOut(thing: thing) }
    return "\(thing) \(couple)"
  }
  .then { entry in
    diary.async(.promise) { () -> String in  // culprit
      work(2)
      book.update { $0.append(entry) }
      return entry
    }
  }
}

private func cancelAll(of couple: Int, _ book: Shared<[String]>) {
  diary.async(.promise) {
    work(3)
    book.update { $0.removeAll { $0.hasSuffix(" \(couple)") } }
  }
  .done { note("nothing is left of couple \(couple)") }
  .catch { note("still booked: \($0)") }
}

private func congratulate(_ couple: Int, _ count: Int) -> Promise<Void> {
  agencies.async(.promise) { work(8) }.done { note("\(count) things for couple \(couple)") }
}
