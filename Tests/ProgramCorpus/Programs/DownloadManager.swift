import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let disk = DispatchQueue(label: "disk")

extension CorpusProgram {
  /// Files of several lists are downloaded, three at a time; failed ones are tried again.
  package static let downloadManager = CorpusProgram(
    right: "download-manager", isLabelled: false, concurrent: ["net"]
  ) {
    let manager = Downloads()
    manager.begin()
    return manager
  }
}

private struct Interrupted: Error {}
private struct NotFound: Error {}

private final class Downloads: Sendable {
  private let done = Shared<[Int]>([])

  func begin() {
    let files = (0..<12).lazy.map { self.download($0) }.makeIterator()
    when(resolved: files, concurrently: 3)
      .then { results -> Promise<Int> in
        let count = results.filter { (try? $0.get()) != nil }.count
        return self.writeList(count)
      }
      .done { note("\($0) files are here") }
      .catch { note("no list: \($0)") }
  }

  private func download(_ file: Int) -> Promise<Int> {
    let isWorthwhile: @Sendable (any Error, Int) -> Bool = { error, _ in error is Interrupted }
    return retrying(times: 3, delay: .milliseconds(8), backOff: 2, while: isWorthwhile) { attempt in
      self.fetch(file, attempt)
    }
    .then(on: disk) { size in self.store(file, size) }
    .get { size in
      self.done.update { $0.append(file) }
      note("file \(file): \(size) bytes")
    }
  }

  private func fetch(_ file: Int, _ attempt: Int) -> Promise<Int> {
    net.async(.promise) {
      work(14 + file * 19 % 43)
      if file == 9 { throw NotFound() }
      if file % 4 == 2, attempt < 2 { throw Interrupted() }
      return file * 100
    }
  }

  private func store(_ file: Int, _ size: Int) -> Promise<Int> {
    disk.async(.promise) {
      work(4)
      return size
    }
  }

  private func writeList(_ count: Int) -> Promise<Int> {
    disk.async(.promise) {
      work(2)
      return count
    }
  }
}
