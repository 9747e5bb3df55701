import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let store = DispatchQueue(label: "store")

extension CorpusProgram {
  /// A feed is read page by page; each page loads its pictures, and the next is fetched ahead.
  package static let feedPaging = CorpusProgram(right: "feed-paging", concurrent: ["net"]) {
    let feed = Feed()
    feed.begin()
    return feed
  }
}

private struct Page: Sendable {
  var number: Int
  var titles: [String]
}

private final class Feed: Sendable {
  private let rows = Shared<[String]>([])
  private let pictures = Shared<[String: Int]>([:])
  private let ahead = Shared<Promise<Page>?>(nil)

  func begin() {
    readPages(from: 0)
      .done(label: "end of feed") { note("\(self.rows.value.count) rows") }
      .catch(label: "feed broke") { error in note("feed: \(error)") }
  }

  private func readPages(from number: Int) -> Promise<Void> {
    page(number).then(label: "add page") { page -> Promise<Void> in
      self.rows.update { $0 += page.titles }
      for title in page.titles { self.loadPicture(title) }
      guard number < 4 else { return Promise(label: "last page") }
      self.fetchAhead(number + 1)
      return self.save(page).then(label: "next page") { self.readPages(from: number + 1) }
    }
  }

  /// The page that was fetched ahead, if it is that one.
  private func page(_ number: Int) -> Promise<Page> {
    if let promise = ahead.value { return promise }
    return fetch(number)
  }

  private func fetchAhead(_ number: Int) { ahead.value = fetch(number) }

  private func fetch(_ number: Int) -> Promise<Page> {
    net.async(.promise, label: "page \(number)") {
      work(30 + number * 17 % 20)
      return Page(number: number, titles: (0..<4).map { "title \(number) \($0)" })
    }
  }

  private func save(_ page: Page) -> Promise<Void> {
    store.async(.promise, label: "save page") { work(5) }
  }

  private func loadPicture(_ title: String) {
    net.async(.promise, label: "picture") { () -> Int in
      work(12 + title.hashSum * 5 % 60)
      return title.count
    }
    .done(label: "set picture") { self.pictures.value[title] = $0 }
    .catch(label: "no picture") { _ in }
  }
}

extension String {
  /// A number that is the same in every run.
  fileprivate var hashSum: Int { unicodeScalars.reduce(0) { ($0 * 31 + Int($1.value)) % 1009 } }
}
