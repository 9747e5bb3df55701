// Rolls a configuration out, wave by wave of regions, and back where a health gate stays closed.
import Foundation
import PromiseKitLite

enum Health: Sendable {
  case warming, good, bad
}

enum Verb: Sendable {
  case apply, pass, back
}

struct Step: Sendable {
  let verb: Verb
  let region: String
  let version: Int
}

struct Throttled: Error {}
struct GateClosed: Error {}
struct Aborted: Error {}

protocol Fleet: Sendable {
  func push(_ version: Int, to region: String) -> Promise<Void>
  func health(of region: String) -> Promise<Health>
}

final class FakeFleet: Fleet, @unchecked Sendable {
  private let queue = DispatchQueue(label: "fleet")
  private var versions: [String: Int] = [:]
  private var polls: [String: Int] = [:]
  private var busy: Set<String> = []
  private var complaints: [String] = []
  private var faults: Set<String> = ["push", "gate"]

  var state: (versions: [String: Int], complaints: [String]) {
    queue.sync { (versions, complaints) }
  }

  func push(_ version: Int, to region: String) -> Promise<Void> {
    Promise(on: queue) { seal in
      if !self.busy.insert(region).inserted { self.complaints.append("\(region) is busy") }
      self.queue.asyncAfter(deadline: .now() + .milliseconds(region == "fra" ? 8 : 3)) {
        self.busy.remove(region)
        if region == "fra", self.faults.remove("push") != nil { return seal.reject(Throttled()) }
        self.versions[region] = version
        self.polls[region] = 0
        seal.fulfill()
      }
    }
  }

  func health(of region: String) -> Promise<Health> {
    Promise { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(2)) {
        seal.fulfill(self.judge(region))
      }
    }
  }

  private func judge(_ region: String) -> Health {
    polls[region, default: 0] += 1
    switch (region, versions[region]) {
    case ("syd", 3) where faults.remove("gate") != nil: return .bad
    case ("syd", 4): return .warming
    case ("iad", 2): return polls[region] == 1 ? .warming : .good
    default: return .good
    }
  }
}

final class Coordinator: @unchecked Sendable {
  private let control = DispatchQueue(label: "control")
  private let fleet: any Fleet
  private let waves: [[String]]
  private let watch: @Sendable (Coordinator, Step) -> Void
  private var rollouts: [Int: Promise<Int>] = [:]
  private var lastRollout = Guarantee()
  private var aborted: Set<Int> = []
  private var applied: [String] = []
  private var current = 1
  private var steps: [Step] = []

  init(
    _ fleet: any Fleet, _ waves: [[String]],
    watch: @escaping @Sendable (Coordinator, Step) -> Void
  ) {
    (self.fleet, self.waves, self.watch) = (fleet, waves, watch)
  }

  var log: [Step] { control.sync { steps } }

  func rollOut(_ version: Int) -> Promise<Int> {
    Guarantee().then(on: control) {
      if let known = self.rollouts[version] { return known }
      let rollout = self.lastRollout
        .then(on: self.control) { self.start(version) }
        .recover(on: self.control) { error -> Promise<Int> in
          self.rollouts[version] = nil
          throw error
        }
      self.rollouts[version] = rollout
      self.lastRollout = when(resolved: [rollout]).asVoid()
      return rollout
    }
  }

  func abort(_ version: Int) { aborted.insert(version) }

  private func start(_ version: Int) -> Promise<Int> {
    applied = []
    return Promise<Void>()
      .reduce(waves, on: control) { _, wave in self.advance(wave, to: version) }
      .map(on: control) {
        self.current = version
        return version
      }
      .recover(on: control) { error in
        self.rollBack(from: version).map(on: self.control) { throw error }
      }
  }

  private func advance(_ wave: [String], to version: Int) -> Promise<Void> {
    when(resolved: wave.map { advance($0, to: version) })
      .done(on: control) { results in
        for result in results { try result.get() }
      }
  }

  private func advance(_ region: String, to version: Int) -> Promise<Void> {
    retrying(times: 3, delay: 0.002, on: control, while: { error, _ in error is Throttled }) { _ in
      self.fleet.push(version, to: region)
    }
    .then(on: control) {
      self.applied.append(region)
      self.note(.apply, region, version)
      return self.passGate(region, version)
    }
  }

  private func passGate(_ region: String, _ version: Int) -> Promise<Void> {
    fleet.health(of: region)
      .then(on: control) { health -> Promise<Void> in
        switch health {
        case .good:
          self.note(.pass, region, version)
          return Promise()
        case .bad: throw GateClosed()
        case .warming:
          guard !self.aborted.contains(version) else { throw Aborted() }
          return after(.milliseconds(3))
            .then(on: self.control) { self.passGate(region, version) }
        }
      }
  }

  private func rollBack(from version: Int) -> Promise<Void> {
    let regions = Array(applied.reversed())
    return Promise<Void>().reduce(regions, on: control) { _, region in
      self.fleet.push(self.current, to: region)
        .done(on: self.control) { self.note(.back, region, version) }
    }
  }

  private func note(_ verb: Verb, _ region: String, _ version: Int) {
    let step = Step(verb: verb, region: region, version: version)
    steps.append(step)
    watch(self, step)
  }
}

let waves = [["iad"], ["fra", "syd"]]
let fleet = FakeFleet()
let coordinator = Coordinator(fleet, waves) { coordinator, step in
  if step.verb == .apply, step.region == "syd", step.version == 4 { coordinator.abort(4) }
}

func problem(_ versions: [Int]) -> String? {
  if versions != [2, 2, 0, 0, 3] { return "the rollouts end as \(versions)" }
  let state = fleet.state
  if state.versions != ["iad": 3, "fra": 3, "syd": 3] { return "regions run \(state.versions)" }
  if let complaint = state.complaints.first { return complaint }
  let blocks = coordinator.log.reduce(into: [[Step]]()) { blocks, step in
    if blocks.last?.last?.version != step.version { blocks.append([]) }
    blocks[blocks.count - 1].append(step)
  }
  if blocks.map({ $0[0].version }) != [2, 3, 4, 3] { return "rollouts overlap" }
  for block in blocks {
    let order = block.filter { $0.verb != .back }.map { waves[0].contains($0.region) ? 0 : 1 }
    if order != order.sorted() { return "a wave of \(block[0].version) starts early" }
    let applied = block.filter { $0.verb == .apply }.map(\.region)
    let back = block.filter { $0.verb == .back }.map(\.region)
    let isKept = block.filter { $0.verb == .pass }.count == 3
    if back != (isKept ? [] : applied.reversed()) { return "\(applied) is undone as \(back)" }
  }
  return nil
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let finished = DispatchSemaphore(value: 0)
nonisolated(unsafe) var verdict: String? = "nothing is rolled out"

when(resolved: [2, 2, 3, 4].map { coordinator.rollOut($0) })
  .map(on: .global()) { results in results.map { (try? $0.get()) ?? 0 } }
  .then(on: .global()) { versions in coordinator.rollOut(3).map(on: nil) { versions + [$0] } }
  .done(on: .global()) { versions in verdict = problem(versions) }
  .catch(on: .global()) { error in verdict = "\(error)" }
  .finally(on: .global()) { finished.signal() }

finished.wait()
print(verdict.map { "check: failed: \($0)" } ?? "check: ok")
exit(verdict == nil ? 0 : 1)
