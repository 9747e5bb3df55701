import Dispatch
import PromiseKitLite

private let encoder = DispatchQueue(label: "encoder", attributes: .concurrent)
private let file = DispatchQueue(label: "file")
private let ui = DispatchQueue.main

extension CorpusProgram {
  /// A film is encoded in parts, a few at a time, written in order, while a bar shows how far it is.
  package static let videoExport = CorpusProgram(
    right: "video-export", isLabelled: false, concurrent: ["encoder"]
  ) {
    let export = Export()
    export.begin()
    return export
  }
}

private final class Export: Sendable {
  private let free = Shared((places: 3, waiting: [Resolver<Void>]()))
  private let finished = Shared(0)
  private let bytes = Shared(0)

  func begin() {
    let parts = (0..<12).map { encode($0) }
    parts.reduce(Promise()) { before, part in
      before.then { part }.then { size in self.append(size) }
    }
    .then { self.close() }
    .done { size in note("\(size) bytes") }
    .ensure { note("\(self.finished.value) parts") }
    .catch { note("no film: \($0)") }
  }

  private func encode(_ part: Int) -> Promise<Int> {
    place().then {
      encoder.async(.promise) { () -> Int in
        work(20 + part * 31 % 50)
        return 100 + part
      }
    }
    .ensure { self.leave() }
    .get(on: ui) { _ in self.finished.update { $0 += 1 } }
  }

  /// At most three parts are encoded at a time.
  private func place() -> Promise<Void> {
    Promise { seal in
      let isFree = free.update { free -> Bool in
        guard free.places == 0 else {
          free.places -= 1
          return true
        }
        free.waiting.append(seal)
        return false
      }
      if isFree { seal.fulfill(()) }
    }
  }

  private func leave() {
    free.update { free -> Resolver<Void>? in
      guard free.waiting.isEmpty else { return free.waiting.removeFirst() }
      free.places += 1
      return nil
    }?.fulfill(())
  }

  private func append(_ size: Int) -> Promise<Void> {
    file.async(.promise) {
      work(4)
      self.bytes.update { $0 += size }
    }
  }

  private func close() -> Promise<Int> {
    file.async(.promise) { () -> Int in
      work(6)
      return self.bytes.value
    }
  }
}
