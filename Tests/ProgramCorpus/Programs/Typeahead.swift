import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// A search field that asks the server for each key, with pictures and statistics.
  package static let typeahead = CorpusProgram(
    "typeahead", .olderAnswer, concurrent: ["net"]
  ) { isRepaired in
    let field = SearchField(isRepaired: isRepaired)
    for (number, text) in ["t", "te", "tea", "tea ", "tea p", "tea po", "tea pot"].enumerated() {
      after(label: "key", .milliseconds(70 * number)).done(label: "typed") { field.typed(text) }
    }
    return field
  }
}

private struct Hit: Sendable {
  var title: String
  var picture: Int
}

private final class SearchField: Sendable {
  private let isRepaired: Bool
  private let shown = Shared<[Hit]>([])
  private let pictures = Shared<[Int: String]>([:])
  private let context = Shared(CancelContext())

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func typed(_ text: String) {
    report("key")
    guard isRepaired else { return find(text) }
    let (old, new) = (context.value, CancelContext())
    context.value = new
    old.cancel()
    new.run { find(text) }
  }

  private func find(_ text: String) {
    search(text)
      .map(label: "rank") { hits in hits.sorted { $0.title < $1.title } }
      .done(label: "show") { hits in  // culprit
        self.shown.value = hits
        note("showing \(hits.count) hits for \(text)")
        self.loadPictures(of: hits)
      }
      .catch(label: "no hits") { error in note("no hits: \(error)") }
  }

  private func loadPictures(of hits: [Hit]) {
    for hit in hits {
      picture(hit.picture)
        .done(label: "set picture") { self.pictures.value[hit.picture] = $0 }
        .catch(label: "no picture") { _ in }
    }
  }

  private func search(_ text: String) -> Promise<[Hit]> {
    net.async(.promise, label: "search") {
      // The server is slow at times.
      work(text == "tea po" ? 233 : 40 + 8 / text.count)
      return (0..<max(1, 5 - text.count)).map { Hit(title: "\(text) \($0)", picture: $0) }
    }
  }

  private func picture(_ number: Int) -> Promise<String> {
    net.async(.promise, label: "picture") {
      work(30 - 7 * number % 23)
      return "picture \(number)"
    }
  }

  private func report(_ what: String) {
    net.async(.guarantee, label: "statistics") { work(12) }.done(label: "reported") {}
  }
}
