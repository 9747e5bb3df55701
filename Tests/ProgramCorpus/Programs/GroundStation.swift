import Dispatch
import PromiseKitLite

private let antenna = DispatchQueue(label: "antenna", attributes: .concurrent)

extension CorpusProgram {
  /// Frames come down from a satellite; a frame that is late is asked for again.
  package static let groundStation = CorpusProgram(
    "ground-station", .sharedResolver, concurrent: ["antenna"]
  ) { isRepaired in
    let pass = Pass(isRepaired: isRepaired)
    let frames = (1...9).map { number in
      after(label: "window \(number)", .milliseconds(number * 20)).then { pass.frame(number) }
    }
    when(label: "pass", resolved: frames)
      .done { results in
        note("\(results.filter { (try? $0.get()) != nil }.count) of \(results.count) frames")
      }
      .cauterize()
    return pass
  }
}

private struct Silence: Error {}
private struct Garbled: Error {}

private final class Pass: Sendable {
  let isRepaired: Bool
  let stored = Shared([Int]())

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func frame(_ number: Int) -> Promise<Int> {
    let received =
      isRepaired
      ? retrying(label: "frame \(number)", times: 2) { attempt in
        self.listen(number, attempt).timeout(.milliseconds(60))
      }
      : Promise<Int>(label: "frame \(number)") { seal in  // culprit
        self.tryToReceive(number, attempt: 1, seal)
      }
    return received.get(label: "store") { size in self.stored.update { $0.append(size) } }
      .then { size in self.acknowledge(number).map { size } }
  }

  private func tryToReceive(_ number: Int, attempt: Int, _ seal: Resolver<Int>) {
    after(label: "give up", .milliseconds(60)).done { seal.reject(Silence()) }  // culprit
    listen(number, attempt).done {
      seal.fulfill($0)
    }.catch { error in
      if attempt == 1 {
        self.tryToReceive(number, attempt: 2, seal)
      } else {
        seal.reject(error)
      }
    }
  }

  private func listen(_ number: Int, _ attempt: Int) -> Promise<Int> {
    antenna.async(.promise, label: "listen") { () -> Int in
      work(number == 6 ? 35 : 15 + number)
      if number == 6, attempt == 1 { throw Garbled() }
      return number * 256
    }
  }

  private func acknowledge(_ number: Int) -> Promise<Void> {
    antenna.async(.promise, label: "acknowledge") { work(6) }
  }
}
