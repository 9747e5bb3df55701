import Dispatch
import PromiseKitLite

private let cpu = DispatchQueue(label: "cpu", attributes: .concurrent)

extension CorpusProgram {
  /// Packages are compiled by three workers; a package with dependencies compiles them first.
  package static let buildPipeline = CorpusProgram(
    "build-pipeline", .holdAndWait, isLabelled: false, concurrent: ["cpu"]
  ) { isRepaired in
    let build = Build(isRepaired: isRepaired)
    for package in ["log", "net", "json"] { build.begin(package, needs: []) }
    after(.milliseconds(70)).done {
      build.begin("shop", needs: ["cart"])
      build.begin("forum", needs: ["posts"])
      build.begin("wiki", needs: ["pages"])
      build.begin("tools", needs: [])
    }
    return build
  }
}

/// The workers: who comes when all are busy waits.
private final class Workers: Sendable {
  private let free = Shared([0, 1, 2])
  private let line = Shared<[Resolver<Int>]>([])

  func take() -> Promise<Int> {
    Promise { seal in  // culprit
      guard let worker = free.update({ $0.popLast() }) else {
        return line.update { $0.append(seal) }
      }
      seal.fulfill(worker)
    }
  }

  func free(_ worker: Int) {
    guard let next = line.update({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      return free.update { $0.append(worker) }
    }
    next.fulfill(worker)
  }
}

private final class Build: Sendable {
  private let isRepaired: Bool
  private let workers = Workers()
  private let built = Shared<[String]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func begin(_ package: String, needs: [String]) {
    build(package, needs)
      .done { note("built \(package)") }
      .catch { error in note("\(package): \(error)") }
  }

  private func build(_ package: String, _ needs: [String]) -> Promise<Void> {
    if isRepaired {
      return when(fulfilled: needs.map { build($0, []) })
        .then { _ in self.workers.take() }
        .then { worker in self.compile(package, worker).ensure { self.workers.free(worker) } }
    }
    return workers.take().then { worker in
      when(fulfilled: needs.map { self.build($0, []) })  // culprit
        .then { _ in self.compile(package, worker) }
        .ensure { self.workers.free(worker) }
    }
  }

  private func compile(_ package: String, _ worker: Int) -> Promise<Void> {
    let files = (0..<4).map { file in
      cpu.async(.promise) { work(6 + file * 3) }
    }
    return when(fulfilled: files)
      .then { _ in cpu.async(.promise) { work(5) } }
      .done { self.built.update { $0.append(package) } }
  }
}
