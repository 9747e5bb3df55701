import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let indexing = DispatchQueue(label: "indexing")

extension CorpusProgram {
  /// Pages are fetched with the pages that they link to, each once.
  package static let crawler = CorpusProgram(right: "crawler", concurrent: ["net"]) {
    let crawler = Crawler()
    crawler.begin()
    return crawler
  }
}

private struct Missing: Error {}

private final class Crawler: Sendable {
  private let seen = Shared<Set<Int>>([])
  private let words = Shared<[Int: Int]>([:])

  func begin() {
    visit(0)
      .then(label: "optimize") { indexing.async(.promise, label: "optimize index") { work(9) } }
      .done(label: "crawled") { note("\(self.words.value.count) pages") }
      .catch(label: "crawl failed") { error in note("crawl: \(error)") }
  }

  private func visit(_ page: Int) -> Promise<Void> {
    guard seen.update({ $0.insert(page).inserted }) else { return Promise(label: "seen") }
    return fetch(page)
      .timeout(label: "page limit", .milliseconds(500))
      .then(label: "index", on: indexing) { links in self.index(page).map(label: "links") { links }
      }
      .then(label: "follow") { links in
        when(label: "linked pages", fulfilled: links.map { self.visit($0) })
      }
      .recover(label: "skip page", only: Missing.self) { _ in Promise(label: "skipped") }
  }

  private func fetch(_ page: Int) -> Promise<[Int]> {
    net.async(.promise, label: "page") {
      work(15 + page * 23 % 41)
      if page == 5 { throw Missing() }
      return [page * 2 + 1, page * 2 + 2, page / 2].filter { $0 < 15 }
    }
  }

  private func index(_ page: Int) -> Promise<Void> {
    indexing.async(.promise, label: "words") {
      work(2)
      self.words.value[page] = page * 7
    }
  }
}
