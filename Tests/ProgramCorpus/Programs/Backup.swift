import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk", attributes: .concurrent)
private let index = DispatchQueue(label: "index")

extension CorpusProgram {
  /// Volumes are copied; a copy that fails is deleted again.
  package static let backup = CorpusProgram(
    "backup", .effectAfterFailure, isLabelled: false, concurrent: ["disk"]
  ) { isRepaired in
    let backup = Backup(isRepaired: isRepaired)
    for volume in 0..<5 {
      after(.milliseconds(50 * volume)).done { backup.copy(volume) }
    }
    return backup
  }
}

private struct Unreadable: Error { var file: Int }

private final class Backup: Sendable {
  private let isRepaired: Bool
  private let entries = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func copy(_ volume: Int) {
    let files = (0..<4).map { volume * 100 + $0 }
    let context = CancelContext()
    let copies = context.run { files.map { self.copyFile($0) } }
    when(fulfilled: copies)  // culprit
      .then { sizes in self.seal(volume, sizes.reduce(0, +)) }
      .ensureThen {
        guard self.isRepaired else { return Guarantee.value(()) }
        // Stops the others, and waits for those that have begun.
        context.cancel()
        return when(resolved: copies).asVoid()
      }
      .done { note("volume \(volume) is safe") }
      .catch { error in
        note("volume \(volume): \(error)")
        self.remove(volume)
      }
  }

  private func copyFile(_ file: Int) -> Promise<Int> {
    read(file)
      .map(on: disk) { size in
        work(size / 4)
        return size
      }
      .get(on: index) { size in  // culprit
        work(1)
        self.entries.update { $0.append(file) }
      }
  }

  private func read(_ file: Int) -> Promise<Int> {
    disk.async(.promise) {
      let size = 12 + file * 13 % 41
      work(size)
      if file == 301 { throw Unreadable(file: file) }
      return size
    }
  }

  private func seal(_ volume: Int, _ size: Int) -> Promise<Void> {
    disk.async(.promise) { work(5) }
  }

  private func remove(_ volume: Int) {
    index.async(.guarantee) {
      work(1)
      self.entries.update { $0 = $0.filter { $0 / 100 != volume } }
    }
    .done { note("removed volume \(volume)") }
  }
}
