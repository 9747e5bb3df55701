import Dispatch
import PromiseKitLite

private let tileServer = DispatchQueue(label: "tiles.example", attributes: .concurrent)
private let parser = DispatchQueue(label: "parser")

extension CorpusProgram {
  /// A nautical chart: every change of the zoom asks for the depths of what is visible.
  package static let chartViewer = CorpusProgram(
    "chart-viewer", .olderAnswer, isLabelled: false, concurrent: ["tiles.example"]
  ) { isRepaired in
    let chart = Chart()
    let zooms = [(0, 11), (90, 10), (170, 6), (230, 9), (420, 12), (530, 13)]
    for (time, zoom) in zooms {
      after(.milliseconds(time)).done { zoomChanged(to: zoom, of: chart, isRepaired: isRepaired) }
    }
    for buoy in 1...8 { watchBuoy(buoy, of: chart) }
    return chart
  }
}

private final class Chart: Sendable {
  let zoom = Shared(0)
  let depths = Shared<[Int]>([])
  let buoys = Shared<[Int: String]>([:])
}

private func zoomChanged(to zoom: Int, of chart: Chart, isRepaired: Bool) {
  chart.zoom.value = zoom
  let request = tileServer.async(.promise) { () -> [UInt8] in
    // A smaller scale shows more sea.
    work(400 / (zoom * zoom / 12))
    return Array(repeating: UInt8(zoom), count: 12)
  }
  request
    .map(on: parser) { bytes -> [Int] in
      work(3)
      return bytes.map { Int($0) * 2 }
    }
    .done { depths in  // culprit
      if isRepaired, chart.zoom.value != zoom { return }
      chart.depths.value = depths
      note("depths for zoom \(zoom)")
    }
    .catch { error in note("no depths: \(error)") }
  _ = tileServer.async(.promise) { work(15) }.done { note("coast line of \(zoom)") }
}

/// Buoys answer by radio, in any order.
private func watchBuoy(_ number: Int, of chart: Chart) {
  firstly {
    tileServer.async(.promise) { () -> String in
      work(20 + (number * 53) % 160)
      return "buoy \(number)"
    }
  }.map(on: parser) { text -> String in
    work(1)
    return text.uppercased()
  }.done { text in
    chart.buoys.value[number] = text
  }.cauterize()
}
