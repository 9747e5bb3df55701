import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Measurements are collected from several threads and sent in bundles; the order is of no
  /// importance.
  package static let telemetry = CorpusProgram(right: "telemetry", concurrent: ["net"]) {
    let telemetry = Telemetry()
    for click in 0..<20 {
      after(label: "click", .milliseconds(click * 9 % 70)).done(label: "clicked") {
        telemetry.count(click)
      }
    }
    after(label: "app ends", .milliseconds(300)).done(label: "last bundle") { telemetry.flush() }
    return telemetry
  }
}

private final class Telemetry: Sendable {
  private let waiting = Shared<[Int]>([])
  private let confirmed = Shared(0)

  func count(_ click: Int) {
    let isFull = waiting.update { waiting in
      waiting.append(click)
      return waiting.count >= 4
    }
    if isFull { flush() }
  }

  func flush() {
    let bundle = waiting.update { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !bundle.isEmpty else { return note("nothing to send") }
    post(bundle)
      .then(label: "confirm") { number in self.confirm(number) }
      .done(label: "add up") { count in self.confirmed.update { $0 += count } }
      .catch(label: "forget") { _ in note("a bundle is lost") }
  }

  private func post(_ bundle: [Int]) -> Promise<Int> {
    retrying(label: "post", times: 2, delay: .milliseconds(5)) { attempt in
      net.async(.promise, label: "bundle") {
        work(20 + bundle[0] * 37 % 61)
        if bundle[0] % 5 == 3, attempt == 1 { throw Lost() }
        return bundle.count
      }
    }
  }

  private func confirm(_ count: Int) -> Promise<Int> {
    net.async(.promise, label: "confirmation") { () -> Int in
      work(10 + count)
      return count
    }
    .map(label: "count") { $0 }
  }
}

private struct Lost: Error {}
