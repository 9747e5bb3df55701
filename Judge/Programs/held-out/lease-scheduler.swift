// A job scheduler: a job runs under a lease, and whoever holds the newest lease may finish it.
import Foundation
import PromiseKitLite

enum Pool: Sendable {
  case spot
  case standing

  var term: DispatchTimeInterval { self == .spot ? .milliseconds(25) : .seconds(20) }
}

enum Behavior: Sendable {
  case steady
  case crashesOnce
  case preempted
  case reportsLate
  case poisonous
}

struct Job: Sendable {
  let name: String
  let behavior: Behavior
  let milliseconds: Int

  var isSpot: Bool { behavior == .preempted || behavior == .reportsLate }
}

struct Lease: Sendable {
  let job: String
  let token: Int
  let pool: Pool
}

enum JobState: Sendable, Equatable {
  case waiting
  case leased(Int)
  case finished(String)
  case buried
}

struct Crash: Error {}
struct Poisoned: Error {}
struct LeaseLost: Error {}

actor Board: Dispatcher {
  private(set) var states: [String: JobState] = [:]
  private(set) var outputs: [String] = []
  private(set) var refusals = 0
  private var tokens: [String: Int] = [:]

  func claim(_ job: String, in pool: Pool) throws -> Lease {
    if case .finished = states[job] { throw LeaseLost() }
    let token = tokens[job, default: 0] + 1
    tokens[job] = token
    states[job] = .leased(token)
    return Lease(job: job, token: token, pool: pool)
  }

  func report(_ output: String, under lease: Lease) throws {
    guard states[lease.job] == .leased(lease.token) else {
      refusals += 1
      throw LeaseLost()
    }
    states[lease.job] = .finished(output)
    outputs.append("\(lease.job) \(output)")
  }

  func bury(_ job: String) { states[job] = .buried }
}

final class Machines: @unchecked Sendable {
  typealias Report = @Sendable (String, Lease) -> Void

  private let queue = DispatchQueue(label: "machines")
  private let late: Report
  private var mounted: Set<String> = []
  private var abandoned: [String: Lease] = [:]
  private var stuck: [Resolver<String>] = []
  private var ended: Set<String> = []
  private var notes: [String] = []

  init(late: @escaping Report) { self.late = late }

  var log: [String] { queue.sync { notes } }

  func run(_ job: Job, under lease: Lease) -> Promise<String> {
    Promise(on: queue) { seal in
      if !self.mounted.insert(job.name).inserted { self.notes.append("\(job.name) mounted twice") }
      if self.mounted.count > 3 { self.notes.append("too many volumes") }
      if lease.pool == .spot {
        if job.behavior == .reportsLate { self.abandoned[job.name] = lease }
        self.stuck.append(seal)
        seal.onCancel { self.note("stopped \(job.name)") }
        return
      }
      self.wake(job.name)
      seal.resolve(after(.milliseconds(job.milliseconds)).map(on: self.queue) { try self.end(job) })
    }
  }

  func unmount(_ job: Job) -> Guarantee<Void> {
    after(.milliseconds(9)).done(on: queue) { self.mounted.remove(job.name) }
  }

  private func end(_ job: Job) throws -> String {
    let isFirst = ended.insert(job.name).inserted
    if job.behavior == .poisonous {
      if !isFirst { notes.append("\(job.name) runs again") }
      throw Poisoned()
    }
    if job.behavior == .crashesOnce, isFirst { throw Crash() }
    return "by standing"
  }

  private func wake(_ job: String) {
    guard let lease = abandoned.removeValue(forKey: job) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(4)) { self.late("by spot", lease) }
  }

  private func note(_ line: String) { queue.async { self.notes.append(line) } }
}

let board = Board()
let machines = Machines { output, lease in
  Promise.value(lease)
    .done(on: board) { lease in
      try board.assumeIsolated { try $0.report(output, under: lease) }
    }
    .cauterize()
}

struct Scheduler {
  static func finish(_ job: Job) -> Promise<Void> {
    retrying(times: 3, delay: 0.003, on: board, while: { error, _ in !(error is Poisoned) }) {
      attempt in
      let pool: Pool = job.isSpot && attempt == 1 ? .spot : .standing
      let lease = try board.assumeIsolated { try $0.claim(job.name, in: pool) }
      return hold(lease, for: job)
    }
    .recover(only: Poisoned.self, on: board) { _ in
      board.assumeIsolated { $0.bury(job.name) }
    }
  }

  private static func hold(_ lease: Lease, for job: Job) -> Promise<Void> {
    let work = CancelContext()
    return work.run { machines.run(job, under: lease) }
      .timeout(lease.pool.term)
      .ensure(on: board) { work.cancel() }
      .ensureThen(on: board) { machines.unmount(job) }
      .done(on: board) { output in
        try board.assumeIsolated { try $0.report(output, under: lease) }
      }
  }

  static func finishAll(_ jobs: [Job], atOnce limit: Int) -> Guarantee<Int> {
    var rest = jobs.makeIterator()
    return when(resolved: AnyIterator { rest.next().map(finish) }, concurrently: limit)
      .map(on: board) { results in
        results.filter { if case .success = $0 { true } else { false } }.count
      }
  }
}

func problem(_ settled: Int, _ jobs: [Job], _ board: isolated Board) -> String? {
  let log = machines.log
  if let line = log.first(where: { !$0.hasPrefix("stopped") }) { return line }
  if settled != jobs.count { return "\(jobs.count - settled) jobs are given up" }
  let expected = jobs.filter { $0.behavior != .poisonous }.map { "\($0.name) by standing" }
  if board.outputs.sorted() != expected.sorted() { return "the outputs are \(board.outputs)" }
  for job in jobs {
    let end: JobState = job.behavior == .poisonous ? .buried : .finished("by standing")
    if board.states[job.name] != end { return "\(job.name) is \(board.states[job.name] as Any)" }
  }
  let spot = jobs.filter(\.isSpot).map { "stopped \($0.name)" }
  if log.sorted() != spot.sorted() { return "machines that were stopped: \(log)" }
  return board.refusals > 2 ? "\(board.refusals) reports are refused" : nil
}

let jobs = [
  Job(name: "backup", behavior: .preempted, milliseconds: 6),
  Job(name: "digest", behavior: .steady, milliseconds: 12),
  Job(name: "export", behavior: .reportsLate, milliseconds: 16),
  Job(name: "import", behavior: .crashesOnce, milliseconds: 5),
  Job(name: "prune", behavior: .poisonous, milliseconds: 4),
  Job(name: "report", behavior: .reportsLate, milliseconds: 14),
  Job(name: "resize", behavior: .steady, milliseconds: 8),
  Job(name: "verify", behavior: .crashesOnce, milliseconds: 3),
]

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let verdict = Scheduler.finishAll(jobs, atOnce: 3)
  .map(on: board) { settled in
    board.assumeIsolated { problem(settled, jobs, $0) }
  }
  .wait()

print(verdict.map { "check: failed: \($0)" } ?? "check: ok")
exit(verdict == nil ? 0 : 1)
