import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Folders are brought into step; if one file fails, the folder is cleared.
  package static let offlineSync = CorpusProgram(
    "offline-sync", .effectAfterFailure, concurrent: ["net"]
  ) { isRepaired in
    let sync = FolderSync(isRepaired: isRepaired)
    for folder in 0..<4 {
      after(label: "folder", .milliseconds(35 * folder)).done(label: "changed") {
        sync.update(folder)
      }
    }
    return sync
  }
}

private struct Refused: Error {}

private final class FolderSync: Sendable {
  private let isRepaired: Bool
  private let files = Shared<Set<Int>>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func update(_ folder: Int) {
    let writes = (0..<5).map { self.fetchAndWrite(folder * 10 + $0) }
    let all =
      isRepaired
      ? allSettled(writes)
      : when(label: "all files", fulfilled: writes).asVoid(label: "files in")  // culprit
    all
      .then(label: "list") { self.list(folder) }
      .recover(label: "roll back") { error -> Promise<[Int]> in
        self.clear(folder).map(label: "none") { [] }
      }
      .done(label: "show folder") { names in note("folder \(folder): \(names.count) files") }
      .catch(label: "no folder") { error in note("folder \(folder): \(error)") }
  }

  /// Waits for all writes, and then fails if one of them did.
  private func allSettled(_ writes: [Promise<Void>]) -> Promise<Void> {
    when(label: "all files", resolved: writes).done(label: "check") { results in
      for result in results { try result.get() }
    }
  }

  private func fetchAndWrite(_ file: Int) -> Promise<Void> {
    fetch(file)
      .map(label: "unpack") { "\($0) unpacked" }
      .done(label: "write", on: disk) { text in  // culprit
        work(2)
        self.files.update { _ = $0.insert(file) }
      }
  }

  private func fetch(_ file: Int) -> Promise<String> {
    net.async(.promise, label: "fetch file") {
      work(file == 23 ? 40 : 20 + file * 7 % 15)
      if file == 21 { throw Refused() }
      return "file \(file)"
    }
  }

  private func clear(_ folder: Int) -> Promise<Void> {
    disk.async(.promise, label: "clear") {
      work(2)
      self.files.update { $0 = $0.filter { $0 / 10 != folder } }
    }
  }

  private func list(_ folder: Int) -> Promise<[Int]> {
    disk.async(.promise, label: "directory") {
      work(1)
      return self.files.value.filter { $0 / 10 == folder }.sorted()
    }
  }
}
