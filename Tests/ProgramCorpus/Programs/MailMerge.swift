import Dispatch
import PromiseKitLite

private let printer = DispatchQueue(label: "printer")
private let files = DispatchQueue(label: "files")

extension CorpusProgram {
  /// Letters are made from a text and addresses, printed in batches, and filed.
  package static let mailMerge = CorpusProgram(
    "mail-merge", .chainNotReturned, isLabelled: false
  ) { isRepaired in
    let office = Office(isRepaired: isRepaired)
    office.begin()
    return office
  }
}

private final class Office: Sendable {
  private let isRepaired: Bool
  private let printed = Shared<[String]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func begin() {
    readAddresses()
      .then { addresses in
        when(fulfilled: addresses.map { self.write(to: $0) })
      }
      .then { letters in self.printAll(letters) }
      .then { self.close() }
      .done { count in note("\(count) letters in the envelope") }
      .catch { error in note("no letters: \(error)") }
  }

  private func printAll(_ letters: [String]) -> Promise<Void> {
    let paper = files.async(.promise) { work(6) }
    if isRepaired {
      return paper.then {
        when(fulfilled: letters.map { self.print($0) }).asVoid()
      }
    }
    return paper.done {  // culprit
      when(fulfilled: letters.map { self.print($0) })  // culprit
        .done { note("printed \($0.count)") }  // culprit
        .catch { note("the printer failed: \($0)") }  // culprit
    }
  }

  private func readAddresses() -> Promise<[String]> {
    files.async(.promise) {
      work(10)
      return (0..<10).map { "address \($0)" }
    }
  }

  private func write(to address: String) -> Promise<String> {
    files.async(.promise) { () -> String in
      work(2)
      return "Dear " + address
    }
    .map { $0 + "," }
    .get { letter in self.keepCopy(letter) }
  }

  /// Copies are kept in the background.
  private func keepCopy(_ letter: String) {
    files.async(.promise) { work(1) }.catch { note("no copy of \(letter): \($0)") }
  }

  private func print(_ letter: String) -> Promise<Void> {
    printer.async(.promise) { work(7) }.done { self.printed.update { $0.append(letter) } }
  }

  private func close() -> Promise<Int> {
    files.async(.promise) {
      work(3)
      return self.printed.value.count
    }
  }
}
