import Dispatch
import PromiseKitLite

private let radio = DispatchQueue(label: "radio", attributes: .concurrent)
private let data = DispatchQueue(label: "data")

extension CorpusProgram {
  /// Stations report in turn; one that fails is asked again, and then yesterday's report is used.
  package static let weatherStations = CorpusProgram(
    right: "weather-stations", isLabelled: false, concurrent: ["radio"]
  ) {
    let reports = Shared<[String]>([])
    let stations = (0..<8).map { station in
      after(.milliseconds(station * 9))
        .then { () -> Promise<Int> in
          retrying(times: 3, delay: .milliseconds(15)) { attempt in ask(station, attempt) }
        }
        .recover { _ in yesterday(station) }
        .get(on: data) { value in
          work(1)
          reports.update { $0.append("\(station): \(value)") }
        }
    }
    when(fulfilled: stations)
      .then { values in publish(values) }
      .done { note("published \(reports.value.count)") }
      .catch { note("not published: \($0)") }
    return reports
  }
}

private enum Fault: Error { case noise, frozen(Int), stolen }

private func ask(_ station: Int, _ attempt: Int) -> Promise<Int> {
  radio.async(.promise) { () -> Int in
    work(14 + station)
    switch (station, attempt) {
    case (1, 1), (4, 1), (4, 2): throw Fault.noise
    case (5, _): throw Fault.frozen(station)
    case (7, _): throw Fault.stolen
    default: return 10 + station
    }
  }
}

private func yesterday(_ station: Int) -> Promise<Int> {
  data.async(.promise) { () -> Int in
    work(3)
    return 9 + station
  }
}

private func publish(_ values: [Int]) -> Promise<Void> {
  when(
    fulfilled: ["radio", "paper", "web"].map { _ in
      radio.async(.promise) { work(values.count * 3) }
    })
}
