import PromiseKitLite

extension EventStream {
  /// `sites` places, each with the given number of chains of three promises; every seventh chain of
  /// a place is rejected, every fifth is still pending.
  static func big(sites: Int, chains: Int) -> EventStream {
    var stream = EventStream()
    stream.queue(1, "main")
    stream.queue(2, "net", .concurrent(width: 4))
    var number = 0
    for chain in 0..<chains {
      for site in 0..<sites {
        stream.at(Double(chain * sites + site) / 10, thread: 1)
        number += 3
        let root = PromiseID(number - 2)
        stream.root(root, "load \(site + 1).\(chain + 1)", line: 10 + site)
        stream.link(PromiseID(number - 1), on: root, .then, "parse", queue: 2, line: 100 + site)
        stream.link(
          PromiseID(number), on: PromiseID(number - 1), .catch, "report", queue: 1,
          line: 200 + site)
        stream.at(Double(chain * sites + site) / 10 + 5, thread: 3)
        switch chain {
        case _ where chain % 7 == 6:
          stream.reject(root, "503")
          stream.skip(PromiseID(number - 1), after: root, .errorPassesValueHandler)
          stream.reject(PromiseID(number - 1), "503", origin: root, from: root)
        case _ where chain % 5 == 4: continue
        default:
          stream.fulfill(root, "[\(chain)]")
          stream.fulfill(PromiseID(number - 1), "\(chain)")
          stream.fulfill(PromiseID(number), "\(chain)", from: PromiseID(number - 1))
        }
      }
    }
    return stream
  }

  /// An all over the given number of inputs, created at one place; every third is settled.
  static func wide(inputs: Int) -> EventStream {
    var stream = EventStream()
    stream.queue(1, "main")
    let last = PromiseID(inputs + 1)
    for number in 1...inputs { stream.root(PromiseID(number), "GET /item/\(number)", line: 7) }
    stream.fanIn(last, .all, of: (1...inputs).map { PromiseID($0) }, line: 9)
    stream.link(PromiseID(inputs + 2), on: last, .done, "show", queue: 1, line: 10)
    for number in stride(from: 3, through: inputs, by: 3) {
      stream.at(Double(number) / 10)
      stream.fulfill(PromiseID(number), "item \(number)")
      stream.input(PromiseID(number), number - 1, of: last)
    }
    return stream
  }
}
