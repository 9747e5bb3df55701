// A hub samples sensors in ticks, calibrates one in between, and records batches of rows.
import Foundation
import PromiseKitLite

enum SensorError: Error, Equatable { case noise, memoryBusy, linkDown }

final class SensorBus: @unchecked Sendable {
  private let queue = DispatchQueue(label: "hub.bus")
  private var silent: [Int: Resolver<Int>] = [:]
  private var memoryReads = 0
  private var noisy: Set<Int> = []

  var openReads: Int { queue.sync { silent.count } }
  var memoryAccesses: Int { queue.sync { memoryReads } }

  func sample(_ sensor: String, tick: Int) -> Promise<Int> {
    Promise { seal in
      guard sensor != "attic" else {
        queue.sync { silent[tick] = seal }
        return seal.onCancel { [self] in queue.sync { silent[tick] = nil } }
      }
      let delay = sensor == "cellar" ? 12 - tick * 2 : 3
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [self] in
        if sensor == "hall", tick % 2 == 0, noisy.insert(tick).inserted {
          return seal.reject(SensorError.noise)
        }
        seal.fulfill(sensor == "cellar" ? 80 + tick * 8 : 200 + tick * 4)
      }
    }
  }

  func readMemory() -> Promise<[String: Int]> {
    after(.milliseconds(6)).map(on: queue) { [self] in
      memoryReads += 1
      guard memoryReads > 1 else { throw SensorError.memoryBusy }
      return ["cellar": 4, "hall": -8]
    }
  }
}

actor CalibrationStore {
  private let bus: SensorBus
  private var offsets: [String: Int] = [:]
  private var loading: Promise<Void>?

  init(bus: SensorBus) { self.bus = bus }

  nonisolated func offset(of sensor: String) -> Promise<Int> {
    loaded().map(on: .actor(self)) { [self] in assumeIsolated { $0.offsets[sensor, default: 0] } }
  }

  nonisolated func adjust(_ sensor: String, by delta: Int) -> Promise<Void> {
    loaded().done(on: .actor(self)) { [self] in
      assumeIsolated { $0.offsets[sensor, default: 0] += delta }
    }
  }

  nonisolated func loaded() -> Promise<Void> {
    Guarantee().then(on: .actor(self)) { [self] in assumeIsolated { $0.load() } }
  }

  private func load() -> Promise<Void> {
    if let loading { return loading }
    let load = bus.readMemory()
      .done(on: .actor(self)) { [self] stored in assumeIsolated { $0.offsets = stored } }
      .recover(on: .actor(self)) { [self] error -> Promise<Void> in
        assumeIsolated { $0.loading = nil }
        throw error
      }
    loading = load
    return load
  }
}

final class Recorder: @unchecked Sendable {
  private let queue = DispatchQueue(label: "hub.recorder")
  private var batches: [[[Int]]] = []
  private var uploads = 0

  var rows: [[Int]] { queue.sync { batches.flatMap { $0 } } }

  func upload(_ batch: [[Int]]) -> Promise<Void> {
    Promise { seal in
      queue.async { [self] in
        uploads += 1
        let isDown = uploads == 2
        queue.asyncAfter(deadline: .now() + .milliseconds(uploads == 1 ? 60 : 3)) { [self] in
          guard !isDown else { return seal.reject(SensorError.linkDown) }
          batches.append(batch)
          seal.fulfill()
        }
      }
    }
  }
}

protocol SensorHubDelegate: AnyObject, Sendable { func hubDidMeasure(_ row: [Int]) }

final class SensorHub: @unchecked Sendable {
  weak var delegate: (any SensorHubDelegate)?
  private let bus: SensorBus
  private let store: CalibrationStore
  private let recorder: Recorder
  private let queue: DispatchQueue
  private var tail: Promise<Void> = .value
  private var uploads: Promise<Void> = .value
  private var averages: [Int] = [80, 200, -1]
  private var unsent: [[Int]] = []

  init(bus: SensorBus, recorder: Recorder, queue: DispatchQueue) {
    (self.bus, self.recorder, self.queue) = (bus, recorder, queue)
    store = CalibrationStore(bus: bus)
  }

  func start() -> Promise<Void> {
    when(fulfilled: (1...3).map { _ in store.loaded() })
      .recover(on: queue, policy: .allErrors) { [store] _ in store.loaded() }
  }

  func tick(_ number: Int) -> Promise<Void> {
    next { [self] in
      when(fulfilled: measure("cellar", number), measure("hall", number), measureAttic(number))
        .done(on: queue) { [self] cellar, hall, attic in keep([cellar, hall, attic]) }
    }
  }

  func calibrate(_ sensor: String, to reference: Int) -> Promise<Void> {
    next { [self] in
      when(fulfilled: [0, 1].map { measure(sensor, $0) })
        .then(on: queue) { [store] samples in
          store.adjust(sensor, by: reference - samples.reduce(0, +) / samples.count)
        }
    }
  }

  func stop() -> Promise<Void> {
    next { [self] in
      send()
      return uploads
    }
  }

  private func next(_ work: @escaping @Sendable () -> Promise<Void>) -> Promise<Void> {
    let job = tail.then(on: queue, work)
    tail = job.recover(on: queue) { _ in Promise<Void>.value }
    return job
  }

  private func measure(_ sensor: String, _ tick: Int) -> Promise<Int> {
    bus.sample(sensor, tick: tick)
      .recover(only: SensorError.noise, on: queue) { [bus] _ in bus.sample(sensor, tick: tick) }
      .then(on: queue) { [store] raw in store.offset(of: sensor).map(on: nil) { raw + $0 } }
  }

  private func measureAttic(_ tick: Int) -> Promise<Int> {
    let patience = CancelContext()
    return patience.run { bus.sample("attic", tick: tick) }
      .timeout(.milliseconds(10))
      .detached()
      .ensure(on: queue) { patience.cancel() }
      .recover(on: queue) { error -> Promise<Int> in
        guard case PMKError.timedOut = error else { throw error }
        return .value(-1)
      }
  }

  private func keep(_ row: [Int]) {
    averages = zip(averages, row).map { ($0 * 3 + $1) / 4 }
    delegate?.hubDidMeasure(averages)
    unsent.append(averages)
    if unsent.count == 2 { send() }
  }

  private func send() {
    let batch = unsent
    unsent = []
    uploads = uploads.then(on: queue) { [recorder] in
      retrying(times: 3, delay: .milliseconds(2), on: nil) { _ in recorder.upload(batch) }
    }
  }
}

final class Monitor: SensorHubDelegate, @unchecked Sendable {
  private(set) var rows: [[Int]] = []
  func hubDidMeasure(_ row: [Int]) { rows.append(row) }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
let (queue, bus) = (DispatchQueue(label: "hub"), SensorBus())
let (recorder, monitor) = (Recorder(), Monitor())
let hub = SensorHub(bus: bus, recorder: recorder, queue: queue)
let finished = DispatchSemaphore(value: 0)
hub.delegate = monitor
hub.start()
  .then(on: queue) {
    when(fulfilled: [
      hub.tick(1), hub.tick(2), hub.calibrate("cellar", to: 60), hub.tick(3), hub.tick(4),
      hub.tick(5), hub.stop(),
    ])
  }
  .done(on: queue) { finished.signal() }
  .catch(on: queue) { error in
    print("check: failed: the hub stopped: \(error)")
    exit(1)
  }
finished.wait()
let shown = queue.sync { monitor.rows }
var problem: String?
if shown != [[83, 199, -1], [87, 199, -1], [85, 200, -1], [85, 202, -1], [87, 204, -1]] {
  problem = "the monitor shows \(shown)"
} else if recorder.rows != shown {
  problem = "the recorder has \(recorder.rows)"
} else if bus.openReads != 0 || bus.memoryAccesses != 2 {
  problem = "\(bus.openReads) reads are open, \(bus.memoryAccesses) memory reads"
}
print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
exit(problem == nil ? 0 : 1)
