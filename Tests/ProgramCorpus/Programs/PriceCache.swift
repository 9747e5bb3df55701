import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let cacheQueue = DispatchQueue(label: "cache")

extension CorpusProgram {
  /// Screens ask a cache for prices; the cache fetches what it does not have.
  package static let priceCache = CorpusProgram(
    "price-cache", .overlappingRuns, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let cache = PriceCache(isRepaired: isRepaired)
    for screen in 0..<12 {
      after(.milliseconds([3, 90, 3, 140, 150, 40, 210, 220, 230, 240, 250, 260][screen])).done {
        Screen(number: screen, cache: cache).appear()
      }
    }
    return cache
  }
}

private struct Screen: Sendable {
  let number: Int
  let cache: PriceCache

  func appear() {
    cache.prices()
      .map { prices in prices.map { $0 + number } }
      .done { prices in note("screen \(number) shows \(prices.count) prices") }
      .catch { error in note("screen \(number): \(error)") }
    net.async(.promise) { work(20 + number * 7 % 30) }
      .done { note("background of screen \(number)") }
      .catch { _ in }
  }
}

private final class PriceCache: Sendable {
  private let isRepaired: Bool
  private let known = Shared<[Int]?>(nil)
  private let fetching = Shared<Promise<[Int]>?>(nil)
  private let version = Shared(0)

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func prices() -> Promise<[Int]> {
    if let prices = known.value { return .value(prices) }
    if isRepaired, let promise = fetching.value { return promise }
    let promise = fetch()
    fetching.value = promise
    return promise
  }

  private func fetch() -> Promise<[Int]> {
    firstly { ask() }  // culprit
      .map(on: cacheQueue) { prices -> [Int] in  // culprit
        work(1)
        return prices.sorted()
      }
      .get(on: cacheQueue) { prices in  // culprit
        self.known.value = prices
        self.version.update { $0 += 1 }
      }
  }

  private func ask() -> Promise<[Int]> {
    net.async(.promise) {  // culprit
      work(80)
      return [30, 10, 20]
    }
  }
}
