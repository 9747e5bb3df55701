import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Panels of a dashboard, each with its own request, refreshed together; the newest one counts.
  package static let dashboard = CorpusProgram(
    right: "dashboard", isLabelled: false, concurrent: ["net"]
  ) {
    let dashboard = Dashboard()
    for round in 0..<3 {
      after(.milliseconds(round * 160)).done { dashboard.refresh(round) }
    }
    return dashboard
  }
}

private final class Dashboard: Sendable {
  private let panels = Shared<[String: String]>([:])
  private let session: Promise<String>

  init() {
    session = net.async(.promise) {
      work(35)
      return "session"
    }
  }

  func refresh(_ round: Int) {
    let names = ["sales", "visits", "stock", "staff", "weather"]
    let all = names.map { name in self.panel(name, round) }
    when(resolved: all)
      .done { results in
        let failed = results.filter { (try? $0.get()) == nil }.count
        note("round \(round): \(failed) panels failed")
      }
    // A head line that does not depend on the panels.
    session
      .then { session in self.ask("headline", 20, session) }
      .done { note("headline \($0)") }
      .catch { note("no headline: \($0)") }
  }

  private func panel(_ name: String, _ round: Int) -> Promise<Void> {
    session
      .then { session in self.ask(name, 15 + name.count * 11 % 37 + round * 3, session) }
      .map { text in "\(name): \(text)" }
      .done { self.panels.value[name] = $0 }
  }

  private func ask(_ name: String, _ milliseconds: Int, _ session: String) -> Promise<String> {
    net.async(.promise) {
      work(milliseconds)
      if name == "staff" { throw NoAccess() }
      return name + " of " + session
    }
  }
}

private struct NoAccess: Error {}
