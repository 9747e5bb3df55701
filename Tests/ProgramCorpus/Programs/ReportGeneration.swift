import Dispatch
import PromiseKitLite

private let database = DispatchQueue(label: "database", attributes: .concurrent)
private let paper = DispatchQueue(label: "paper")

extension CorpusProgram {
  /// Chapters of a report are queried in parallel and typeset in order, and the report is mailed.
  package static let reportGeneration = CorpusProgram(
    right: "report-generation", concurrent: ["database"]
  ) {
    let report = Report()
    report.begin()
    return report
  }
}

private final class Report: Sendable {
  private let pages = Shared<[String]>([])
  private let logLines = Shared(0)

  func begin() {
    let chapters = (0..<8).map { chapter in self.query(chapter) }
    chapters.enumerated().reduce(Promise(label: "cover")) { before, next in
      before.then(label: "chapter \(next.offset)") {
        next.element.then(label: "typeset \(next.offset)") { rows in
          self.typeset(next.offset, rows)
        }
      }
    }
    .then(label: "contents") { self.contents() }
    .then(label: "mail") { pages in self.mail(pages) }
    .done(label: "sent") { note("report with \($0) pages") }
    .catch(label: "no report") { error in note("no report: \(error)") }
    .finally(label: "close") { note("\(self.logLines.value) lines in the log") }
  }

  private func query(_ chapter: Int) -> Promise<[Int]> {
    database.async(.promise, label: "query \(chapter)") {
      work(20 + chapter * 29 % 53)
      return Array(0..<chapter)
    }
    .get(label: "log \(chapter)") { rows in self.log("chapter \(chapter): \(rows.count) rows") }
  }

  private func typeset(_ chapter: Int, _ rows: [Int]) -> Promise<Void> {
    paper.async(.promise, label: "page \(chapter)") {
      work(6)
      self.pages.update { $0.append("page \(chapter)") }
    }
  }

  private func contents() -> Promise<Int> {
    paper.async(.promise, label: "contents") {
      work(3)
      return self.pages.value.count
    }
  }

  private func mail(_ pages: Int) -> Promise<Int> {
    database.async(.promise, label: "mail") {
      work(15)
      return pages
    }
  }

  /// The log is not waited for, and its lines may come in any order.
  private func log(_ line: String) {
    database.async(.guarantee, label: "log line") { work(line.count * 3 % 17) }
      .done(label: "logged") { self.logLines.update { $0 += 1 } }
  }
}
