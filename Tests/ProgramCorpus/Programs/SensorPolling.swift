import Dispatch
import PromiseKitLite

private let bus = DispatchQueue(label: "bus")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Sensors are read in turn; a reading that takes too long is cancelled and left out.
  package static let sensorPolling = CorpusProgram(
    right: "sensor-polling", isLabelled: false, concurrent: ["net"]
  ) {
    let station = Station()
    station.poll(round: 0)
    return station
  }
}

private final class Station: Sendable {
  private let readings = Shared<[Int]>([])

  /// Reads all sensors, and then again after a pause.
  func poll(round: Int) {
    when(resolved: (0..<4).map { sensor in read(sensor, round) })
      .then { results in self.send(round, results.filter { (try? $0.get()) != nil }.count) }
      .recover { error -> Promise<Void> in
        guard error is NoNetwork else { throw error }
        note("round \(round) is kept for later")
        return Promise()
      }
      .done {
        guard round < 4 else { return note("the day is over") }
        after(.milliseconds(30)).done { self.poll(round: round + 1) }
      }
      .catch { note("polling stops: \($0)") }
  }

  private func read(_ sensor: Int, _ round: Int) -> Promise<Int> {
    let context = CancelContext()
    return context.run {
      // The sensor answers later; then the value is read from the bus.
      after(.milliseconds(sensor == 2 && round == 1 ? 200 : 10 + sensor * 7))
        .then { bus.async(.promise) { () -> Int in sensor * 10 + round } }
        .get { value in self.readings.update { $0.append(value) } }
    }
    .detached()
    .timeout(.milliseconds(80))
    .ensure { context.cancel() }
  }

  private func send(_ round: Int, _ count: Int) -> Promise<Void> {
    net.async(.promise) {
      work(12)
      if round == 3 { throw NoNetwork() }
      note("round \(round): \(count) readings")
    }
  }
}

private struct NoNetwork: Error {}
