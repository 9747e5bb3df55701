// Two thermostats share a boiler: each reads its sensors, decides, and asks for heat, tick by tick.
import Foundation
import PromiseKitLite

enum Mode: Sendable {
  case idle, heating

  static func next(after mode: Mode, at temperature: Int, target: Int) -> Mode {
    if temperature < target - 5 { return .heating }
    if temperature > target + 5 { return .idle }
    return mode
  }
}

enum DeviceError: Error { case offline, noReading, refused }

protocol Sensor: Sendable {
  var patience: DispatchTimeInterval { get }
  func measure(_ temperature: Int, tick: Int) -> Promise<Int>
}

struct WallSensor: Sensor {
  static let wire = DispatchQueue(label: "wire")
  let offset: Int
  var brokenTick = 0
  let patience = DispatchTimeInterval.seconds(30)

  func measure(_ temperature: Int, tick: Int) -> Promise<Int> {
    Promise { seal in
      Self.wire.asyncAfter(deadline: .now() + .milliseconds(2 + offset)) {
        tick == brokenTick
          ? seal.reject(DeviceError.offline) : seal.fulfill(temperature + offset)
      }
    }
  }
}

final class RadioSensor: Sensor, @unchecked Sendable {
  let patience = DispatchTimeInterval.milliseconds(9)
  private let lock = NSLock()
  private var unanswered: [Resolver<Int>] = []
  private(set) var closedChannels = 0

  func measure(_ temperature: Int, tick: Int) -> Promise<Int> {
    Promise { seal in
      lock.withLock { unanswered.append(seal) }
      seal.onCancel { self.lock.withLock { self.closedChannels += 1 } }
    }
  }
}

final class Relay: @unchecked Sendable {
  private let queue = DispatchQueue(label: "relay")
  private var isConnected = false
  private var isSwitching = false
  private var log: [String] = []

  var history: [String] { queue.sync { log } }

  func connect() -> Promise<Void> {
    after(.milliseconds(5)).done(on: queue) {
      self.log.append("connect")
      guard self.log.count > 1 else { throw DeviceError.offline }
      self.isConnected = true
    }
  }

  func turn(on: Bool) -> Promise<Void> {
    Promise(on: queue) { seal in
      if self.isSwitching || !self.isConnected { self.log.append("bang") }
      self.isSwitching = true
      self.queue.asyncAfter(deadline: .now() + .milliseconds(4)) {
        self.isSwitching = false
        self.log.append(on ? "on" : "off")
        seal.fulfill()
      }
    }
  }

  func disconnect() -> Guarantee<Void> { queue.async(.guarantee) { self.isConnected = false } }
}

final class Boiler: @unchecked Sendable {
  private let queue = DispatchQueue(label: "boiler")
  private let relay: Relay
  private var demands: Set<String> = []
  private var lastCommand = Promise()
  private var connection: Promise<Void>?

  init(_ relay: Relay) { self.relay = relay }

  func heat(_ zone: String, _ mode: Mode) -> Promise<Void> {
    Guarantee().then(on: queue) {
      self.lastCommand = self.lastCommand.then(on: self.queue) { self.apply(zone, mode) }
      return self.lastCommand
    }
  }

  private func apply(_ zone: String, _ mode: Mode) -> Promise<Void> {
    let next = mode == .heating ? demands.union([zone]) : demands.subtracting([zone])
    return (next.isEmpty == demands.isEmpty ? Promise() : turn(on: !next.isEmpty))
      .done(on: queue) { self.demands = next }
  }

  private func turn(on isOn: Bool) -> Promise<Void> {
    retrying(times: 2, delay: 0.002, on: queue) { _ in self.connected() }
      .then(on: queue) { self.relay.turn(on: isOn) }
  }

  private func connected() -> Promise<Void> {
    if let connection { return connection }
    let connection = relay.connect()
      .recover(on: queue) { error in
        self.connection = nil
        throw error
      }
    self.connection = connection
    return connection
  }
}

final class Thermostat: @unchecked Sendable {
  private let queue: DispatchQueue
  private let sensors: [any Sensor]
  private let boiler: Boiler
  private var temperature: Int
  private var target = 200
  private var mode = Mode.idle
  private var samples: [Guarantee<Void>] = []
  private(set) var history: [Int: Int] = [:]

  init(_ name: String, _ temperature: Int, _ sensors: [any Sensor], _ boiler: Boiler) {
    queue = DispatchQueue(label: name)
    (self.temperature, self.sensors, self.boiler) = (temperature, sensors, boiler)
  }

  func run(_ ticks: ClosedRange<Int>) -> Promise<Int> {
    Promise.value(0).reduce(ticks, on: queue) { _, tick in
      self.tick(tick).map(on: nil) { tick }
    }
  }

  func setTargets(_ targets: [Int]) -> Guarantee<Void> {
    Guarantee().then(on: queue) { when(guarantees: targets.map { self.setTarget($0) }) }
  }

  func stop() -> Promise<Void> {
    boiler.heat(queue.label, .idle)
      .ensureThen(on: queue) { when(guarantees: self.samples) }
  }

  private func setTarget(_ wanted: Int) -> Guarantee<Void> {
    let previous = target
    target = wanted
    return after(.milliseconds(wanted / 40))
      .done(on: queue) { if wanted > 280 { throw DeviceError.refused } }
      .recover(on: queue) { _ in if self.target == wanted { self.target = previous } }
  }

  private func tick(_ tick: Int) -> Promise<Void> {
    temperature += mode == .heating ? 8 : -3
    return when(resolved: sensors.map { read($0, tick) })
      .then(on: queue) { results in
        let readings = results.compactMap { try? $0.get() }.sorted()
        guard let reading = readings.last else { throw DeviceError.noReading }
        let sample = after(.milliseconds(6)).done(on: self.queue) { self.history[tick] = reading }
        self.samples.append(sample)
        let next = Mode.next(after: self.mode, at: reading, target: self.target)
        guard next != self.mode else { return Promise() }
        self.mode = next
        return self.boiler.heat(self.queue.label, next)
      }
  }

  private func read(_ sensor: any Sensor, _ tick: Int) -> Promise<Int> {
    let channel = CancelContext()
    return channel.run { sensor.measure(temperature, tick: tick) }
      .timeout(sensor.patience)
      .ensure(on: queue) { channel.cancel() }
      .detached()
  }
}

let relay = Relay()
let boiler = Boiler(relay)
let radio = RadioSensor()
let bath = Thermostat("bath", 180, [WallSensor(offset: 0), radio], boiler)
let walls = [WallSensor(offset: 0), WallSensor(offset: 2, brokenTick: 2)]
let hall = Thermostat("hall", 205, walls, boiler)

func problem() -> String? {
  if bath.history != [1: 177, 2: 185] { return "the bath has \(bath.history)" }
  if hall.history != [1: 204, 2: 199, 3: 209, 4: 217, 5: 214] { return "\(hall.history)" }
  let switches = stride(from: 2, to: relay.history.count, by: 2).flatMap { _ in ["on", "off"] }
  if relay.history != ["connect", "connect"] + switches { return "relay: \(relay.history)" }
  return radio.closedChannels == 2 ? nil : "\(radio.closedChannels) channels are closed"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let halls = hall.run(1...1)
  .then { _ in hall.setTargets([400, 205, 350]) }
  .then { hall.run(2...5) }

when(fulfilled: bath.run(1...2), halls)
  .then { _ in when(fulfilled: bath.stop(), hall.stop()) }
  .ensureThen { relay.disconnect() }
  .map { problem() }
  .recover { error in Guarantee.value("\(error)") }
  .done { problem in
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

dispatchMain()
