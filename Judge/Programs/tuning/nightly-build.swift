// Nightly build of two branches: modules by their needs, tests, artifacts, and a mail with the result.
import Foundation
import PromiseKitLite

struct Module: Sendable {
  let name: String
  let needs: [String]
  let cost: Int
}

enum BuildError: Error, Equatable {
  case doesNotCompile(String)
  case testFailed(String)
}

final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []
  private var running = 0
  private var most = 0

  func note(_ entry: String) { lock.withLock { entries.append(entry) } }

  func compiler(_ change: Int) {
    lock.withLock {
      running += change
      most = max(most, running)
    }
  }

  func all() -> [String] { lock.withLock { entries } }
  func mostCompilers() -> Int { lock.withLock { most } }
}

let journal = Journal()
let planner = DispatchQueue(label: "build.planner")
let machines = DispatchQueue(label: "build.machines", attributes: .concurrent)

enum Slots {
  nonisolated(unsafe) static var free = 2
  nonisolated(unsafe) static var waiting: [Resolver<Void>] = []

  static func take() -> Promise<Void> {
    let (turn, seal) = Promise<Void>.pending()
    waiting.append(seal)
    serve()
    return turn
  }

  static func give() {
    free += 1
    serve()
  }

  private static func serve() {
    guard free > 0, !waiting.isEmpty else { return }
    free -= 1
    waiting.removeFirst().fulfill()
  }
}

struct Build: Sendable {
  let branch: String
  let modules: [Module]

  func compile(_ module: Module) -> Promise<String> {
    journal.compiler(1)
    journal.note("\(branch) compiles \(module.name)")
    return after(.milliseconds(module.cost))
      .map(on: machines) {
        if branch == "topic", module.name == "net" { throw BuildError.doesNotCompile(module.name) }
        return "\(module.name).o"
      }
      .get(on: machines) { _ in journal.note("\(branch) has \(module.name)") }
      .ensure(on: planner) { journal.compiler(-1) }
  }

  func objects() -> Promise<[String]> {
    let none: [String: Promise<String>] = [:]
    return planner.async(.promise) {
      var jobs = none
      for module in modules {
        let needs = module.needs.compactMap { jobs[$0] }
        jobs[module.name] = when(fulfilled: needs)
          .then(on: planner) { _ in Slots.take() }
          .then(on: planner) {
            compile(module)
              .ensure(on: planner) { Slots.give() }
          }
      }
      return jobs.sorted { $0.key < $1.key }.map { $0.value }
    }
    .then(on: planner) { (jobs: [Promise<String>]) in
      when(resolved: jobs)
    }
    .map(on: planner) { results in
      try results.map { try $0.get() }
    }
  }

  func test(_ suite: String) -> Promise<Void> {
    retrying(times: 3, delay: .milliseconds(2), on: machines) { attempt in
      journal.note("\(branch) tests \(suite)")
      return after(.milliseconds(4)).map(on: machines) {
        if suite == "ui", attempt < 3 { throw BuildError.testFailed(suite) }
      }
    }
  }

  func testAll() -> Promise<Void> {
    ["unit", "ui", "speed"].reduce(Promise()) { previous, suite in
      previous.then(on: machines) { test(suite) }
    }
  }

  func publish(_ objects: [String]) -> Promise<Void> {
    let uploads = objects.enumerated().map { number, object in
      after(.milliseconds(3 + number * 3))
        .done(on: machines) { journal.note("\(branch) uploads \(object)") }
    }
    return when(guarantees: uploads)
      .then(on: planner) { _ in after(.milliseconds(2)) }
      .done(on: planner) { journal.note("\(branch) is latest") }
  }

  func removeWorkspace() -> Guarantee<Void> {
    after(.milliseconds(8))
      .done(on: machines) { journal.note("\(branch) cleaned") }
  }

  func run() -> Promise<String> {
    objects()
      .then(on: planner) { objects in
        testAll().map(on: planner) { objects }
      }
      .then(on: planner) { objects in
        publish(objects).map(on: planner) { "\(branch): \(objects.count) objects" }
      }
      .ensureThen(on: planner) { removeWorkspace() }
      .recover(on: planner) { error -> Promise<String> in
        guard case BuildError.doesNotCompile(let name) = error else { throw error }
        return .value("\(branch): \(name) is broken")
      }
      .get(on: planner) { _ in journal.note("\(branch) mailed") }
  }
}

let modules = [
  Module(name: "base", needs: [], cost: 10),
  Module(name: "net", needs: ["base"], cost: 9),
  Module(name: "store", needs: ["base"], cost: 5),
  Module(name: "icons", needs: [], cost: 4),
  Module(name: "app", needs: ["net", "store", "icons"], cost: 3),
  Module(name: "watch", needs: ["store"], cost: 12),
]

func orderProblem(in entries: [String], of branch: String) -> String? {
  let done = branch == "main" ? modules : modules.filter { !["net", "app"].contains($0.name) }
  for module in done {
    guard let start = entries.firstIndex(of: "\(branch) compiles \(module.name)") else {
      return "\(module.name) was not compiled"
    }
    for need in module.needs {
      guard let end = entries.firstIndex(of: "\(branch) has \(need)"), end < start else {
        return "\(module.name) was compiled before \(need)"
      }
    }
  }
  return nil
}

func problem(mails: [String]) -> String? {
  let entries = journal.all()
  if mails != ["main: 6 objects", "topic: net is broken"] { return "the mails say \(mails)" }
  if Set(entries).count != entries.count - 2 { return "something was done twice" }
  if let order = orderProblem(in: entries, of: "main") { return order }
  if let order = orderProblem(in: entries, of: "topic") { return order }
  if journal.mostCompilers() > 2 { return "\(journal.mostCompilers()) compilers ran at once" }
  let tests = entries.filter { $0.hasPrefix("main tests") }.map { $0.dropFirst(11) }
  if tests != ["unit", "ui", "ui", "ui", "speed"] { return "tests ran as \(tests)" }
  let ends = entries.suffix(9)
  let uploads = ends.filter { $0.hasPrefix("main uploads") }.count
  let mainEnd = entries.filter { $0.hasPrefix("main") }.suffix(9)
  let last = Array(mainEnd.suffix(3))
  if last != ["main is latest", "main cleaned", "main mailed"] { return "main ended with \(last)" }
  if mainEnd.prefix(6).contains(where: { !$0.hasPrefix("main uploads") }) || uploads > 6 {
    return "the artifacts are not complete"
  }
  let topic = entries.filter { $0.hasPrefix("topic") }
  if topic.suffix(2) != ["topic cleaned", "topic mailed"] { return "topic left its workspace" }
  if topic.contains("topic is latest") { return "a broken build is the latest" }
  return nil
}

func finish(_ problem: String?) {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

when(fulfilled: ["main", "topic"].map { Build(branch: $0, modules: modules).run() })
  .done { mails in finish(problem(mails: mails)) }
  .catch { error in finish("\(error)") }

RunLoop.main.run()
