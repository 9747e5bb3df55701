import Dispatch
import PromiseKitLite

private let airlines = DispatchQueue(label: "airlines", attributes: .concurrent)

extension CorpusProgram {
  /// Several airlines are asked for each leg, with a time limit that stops the request.
  package static let flightSearch = CorpusProgram(
    right: "flight-search", concurrent: ["airlines"]
  ) {
    let legs = ["LIS-MAD", "MAD-VIE", "VIE-WAW", "WAW-HEL"].enumerated().map { number, leg in
      when(label: leg, resolved: (0..<3).map { offer($0, leg, 30 * (number + $0 * 2)) })
        .map(label: "cheapest") { offers in
          offers.compactMap { try? $0.get() }.min() ?? 0
        }
    }
    when(label: "route", fulfilled: legs)
      .map(label: "sum") { $0.reduce(0, +) }
      .then(label: "rate") { sum in exchange(sum) }
      .done { note("the route costs \($0)") }
      .catch { note("no route: \($0)") }
    return legs
  }
}

private func offer(_ airline: Int, _ leg: String, _ time: Int) -> Promise<Int> {
  let request = CancelContext()
  return request.run {
    airlines.async(.promise, label: "ask \(airline)") { work(20) }
      .delay(.milliseconds(time))
      .map(label: "offer \(airline)") { 100 + time - airline * 7 }
  }
  .detached()
  .timeout(label: "limit", .milliseconds(140))
  .tap(label: "stop") { _ in request.cancel() }
}

/// The faster of two banks; the other is not needed any more.
private func exchange(_ sum: Int) -> Promise<Int> {
  let banks = CancelContext()
  return banks.run {
    race(
      label: "first bank",
      [25, 40].map { time in
        after(label: "bank", .milliseconds(time)).map(label: "rate") { sum * 11 / 10 }
      })
  }
  .ensure { banks.cancel() }
}
