import Dispatch
import PromiseKitLite

private let exchange = DispatchQueue(label: "exchange", attributes: .concurrent)

extension CorpusProgram {
  /// Prices are asked for at regular times; an answer that is older than what is shown is ignored.
  package static let stockTicker = CorpusProgram(
    right: "stock-ticker", isLabelled: false, concurrent: ["exchange"]
  ) {
    let board = Board()
    board.ask(round: 0)
    (0..<5).forEach { share in
      after(.milliseconds(33 * share)).done { board.chart(share) }
    }
    return board
  }
}

private final class Board: Sendable {
  private let shown = Shared((round: -1, prices: [Int]()))
  private let charts = Shared<[Int: Int]>([:])

  func ask(round: Int) {
    guard round < 9 else { return note("the exchange closes") }
    quote(round)
      .map { $0.sorted() }
      .done { prices in
        self.shown.update { if $0.round < round { $0 = (round, prices) } }
      }
      .catch { note("no prices: \($0)") }
    after(.milliseconds(40)).done { self.ask(round: round + 1) }
  }

  func chart(_ share: Int) {
    when(fulfilled: (0..<3).map { month in quote(month + share) })
      .map { months in months.joined().max() ?? 0 }
      .done { self.charts.value[share] = $0 }
      .catch { note("no chart: \($0)") }
  }

  private func quote(_ round: Int) -> Promise<[Int]> {
    exchange.async(.promise) { () -> [Int] in
      work(round == 4 ? 95 : 22)
      return [round, 3, 8]
    }
  }
}
