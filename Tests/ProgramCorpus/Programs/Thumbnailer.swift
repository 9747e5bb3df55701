import Dispatch
import PromiseKitLite

private let decoding = DispatchQueue(label: "decoding")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Small pictures for a list; the format of some files must be asked for.
  package static let thumbnailer = CorpusProgram(
    "thumbnailer", .waitInHandler, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let list = PictureList(isRepaired: isRepaired)
    for row in 0..<14 {
      after(.milliseconds(8 * row)).done { list.appear(row) }
    }
    return list
  }
}

private struct NotShown: Error { var row: Int }

private final class PictureList: Sendable {
  private let isRepaired: Bool
  private let rows = Shared<[Int: String]>([:])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func appear(_ row: Int) {
    let data = load(row)
    let picture = isRepaired && row == 4 ? decodedLater(data, row) : decoded(data, row)
    picture
      // A picture whose format is unknown may take longer.
      .timeout(.milliseconds(row == 4 ? 400 : 130))
      .done { self.rows.value[row] = $0 }
      .catch { error in note("row \(row) stays grey: \(error)") }
  }

  private func decoded(_ data: Promise<String>, _ row: Int) -> Promise<String> {
    data.map(on: decoding) { data -> String in  // culprit
      work(3)
      guard row == 4 else { return "picture of " + data }
      let format = try self.askForFormat(row).wait()  // culprit
      return "\(format) of \(data)"
    }
  }

  private func decodedLater(_ data: Promise<String>, _ row: Int) -> Promise<String> {
    data.then { data in
      self.askForFormat(row).map(on: decoding) { format in
        work(3)
        return "\(format) of \(data)"
      }
    }
  }

  private func load(_ row: Int) -> Promise<String> {
    net.async(.promise) {
      work(20 + row * 5 % 12)
      return "data \(row)"
    }
  }

  private func askForFormat(_ row: Int) -> Promise<String> {
    net.async(.promise) { () -> String in
      work(170)
      return "raw"
    }
    .map { $0 + " format" }
  }
}
