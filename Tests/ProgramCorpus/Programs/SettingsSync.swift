import Dispatch
import PromiseKitLite

private let session = DispatchQueue(label: "session")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Settings of several devices are merged on the queue of the session.
  package static let settingsSync = CorpusProgram(
    "settings-sync", .waitInHandler, concurrent: ["net"]
  ) { isRepaired in
    let sync = Sync(isRepaired: isRepaired)
    for device in 0..<9 {
      after(label: "device", .milliseconds(20 * device)).done(label: "connected") {
        sync.merge(device)
      }
    }
    return sync
  }
}

private final class Sync: Sendable {
  private let isRepaired: Bool
  private let settings = Shared<[Int: String]>([:])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func merge(_ device: Int) {
    fetch(device)
      .timeout(label: "fetch limit", .milliseconds(90))
      .then(label: "merge", on: session) { text in self.merged(device, text) }  // culprit
      .get(label: "keep", on: session) { self.settings.value[device] = $0 }  // victim
      .then(label: "confirm", on: session) { text in  // victim
        self.confirm(device).timeout(label: "confirm limit", .milliseconds(60))  // victim
      }
      .done(label: "tick") { note("device \(device) is in step") }
      .catch(label: "cross") { error in note("device \(device): \(error)") }
  }

  private func merged(_ device: Int, _ text: String) -> Promise<String> {
    guard device == 2 else { return .value(label: "as sent", text) }
    // The oldest device sends a format that must be converted by the server.
    let converted = convert(text)
    if isRepaired { return converted }
    do {
      return .value(label: "converted text", try converted.wait())  // culprit
    } catch {
      return Promise(label: "not converted", error: error)
    }
  }

  private func fetch(_ device: Int) -> Promise<String> {
    net.async(.promise, label: "fetch") {
      work(15 + device * 2)
      return "settings \(device)"
    }
    .map(label: "decode", on: session) { $0 }  // victim
  }

  private func convert(_ text: String) -> Promise<String> {
    net.async(.promise, label: "convert") {
      work(230)
      return "new " + text
    }
  }

  private func confirm(_ device: Int) -> Promise<Void> {
    net.async(.promise, label: "confirmation") { work(12) }
      .done(label: "note time", on: session) { work(1) }  // victim
  }
}
