import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let scaling = DispatchQueue(label: "scaling")

extension CorpusProgram {
  /// Photos are scaled and sent; an attempt that takes too long is repeated.
  package static let photoUpload = CorpusProgram(
    "photo-upload", .sharedResolver, concurrent: ["net"]
  ) { isRepaired in
    let album = Album(isRepaired: isRepaired)
    for photo in 0..<9 { album.add(photo) }
    return album
  }
}

private struct TooSlow: Error { var attempt: Int }

private final class Album: Sendable {
  private let isRepaired: Bool
  private let sent = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func add(_ photo: Int) {
    scale(photo)
      .then(label: "send \(photo)") { size in
        self.isRepaired ? self.sendEachAnew(photo, size) : self.send(photo, size)
      }
      .done(label: "tick \(photo)") { _ in self.sent.update { $0.append(photo) } }
      .catch(label: "mark \(photo)") { error in note("photo \(photo) failed: \(error)") }
  }

  private func scale(_ photo: Int) -> Promise<Int> {
    scaling.async(.promise, label: "scale \(photo)") {
      work(5)
      return 100 + photo
    }
  }

  /// One promise for all attempts; each has 80 ms.
  private func send(_ photo: Int, _ size: Int) -> Promise<String> {
    Promise(label: "sent \(photo)") { seal in attempt(1, photo, size, seal) }  // culprit
  }

  private func attempt(_ number: Int, _ photo: Int, _ size: Int, _ seal: Resolver<String>) {
    post(number, photo)
      .done(label: "answer \(photo)") { seal.fulfill($0) }
      .catch(label: "once more \(photo)") { error in
        guard number < 3 else { return seal.reject(error) }
        self.attempt(number + 1, photo, size, seal)
      }
    after(label: "limit \(photo)", .milliseconds(80)).done(label: "too slow \(photo)") {  // culprit
      seal.reject(TooSlow(attempt: number))  // culprit
    }
  }

  /// Each attempt has its own promise and its own time limit.
  private func sendEachAnew(_ photo: Int, _ size: Int) -> Promise<String> {
    retrying(label: "sent \(photo)", times: 3) { number in
      self.post(number, photo).timeout(label: "limit \(photo)", .milliseconds(80))
    }
  }

  private func post(_ attempt: Int, _ photo: Int) -> Promise<String> {
    net.async(.promise, label: "post \(photo)") {
      // The server is busy for photo 4 at first: its second attempt takes a while.
      work(photo == 4 ? 50 : 20 + photo)
      if photo == 4, attempt == 1 { throw Busy() }
      return "photo \(photo)"
    }
  }
}

private struct Busy: Error {}
