// A build tool: compiles targets after their dependencies, two at a time, and keeps what is built.
import Foundation
import PromiseKitLite

struct Target: Sendable {
  let name: String
  let dependencies: [String]
  let milliseconds: Int
}

struct Artifact: Sendable {
  let sources: Int
}

enum BuildError: Error, Equatable {
  case unknown(String)
  case compile(String)
}

final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func note(_ line: String) { lock.withLock { lines.append(line) } }

  func lines(with prefix: String) -> [String] {
    lock.withLock { lines.filter { $0.hasPrefix(prefix) } }
  }
}

final class Toolchain: @unchecked Sendable {
  private let lock = NSLock()
  private let jobs = DispatchQueue(label: "compiler", attributes: .concurrent)
  private let journal: Journal
  private var sources: [String: Int] = [:]
  private var flaky: Set<String>
  private var built: Set<String> = []
  private var files: [Int: String] = [:]

  init(_ journal: Journal, flaky: Set<String>) {
    self.journal = journal
    self.flaky = flaky
  }

  func edit(_ name: String) {
    lock.withLock { sources[name, default: 1] += 1 }
  }

  func compile(_ target: Target, _ inputs: [Artifact], in workspace: Int) -> Promise<Artifact> {
    let own = begin(target, in: workspace)
    return after(label: "compile \(target.name)", .milliseconds(target.milliseconds))
      .map(label: "object of \(target.name)", on: jobs) {
        try self.finish(target, inputs.reduce(own) { $0 + $1.sources })
      }
  }

  func sweep(_ workspace: Int) -> Guarantee<Void> {
    after(label: "sweep \(workspace)", .milliseconds(5))
      .done(on: jobs) { self.lock.withLock { self.files[workspace] = nil } }
  }

  private func begin(_ target: Target, in workspace: Int) -> Int {
    lock.withLock {
      let missing = target.dependencies.filter { !built.contains($0) }
      if !missing.isEmpty { journal.note("missing \(missing)") }
      if let left = files[workspace] { journal.note("dirty \(left)") }
      files[workspace] = target.name
      return sources[target.name, default: 1]
    }
  }

  private func finish(_ target: Target, _ sources: Int) throws -> Artifact {
    try lock.withLock {
      journal.note("compiled \(target.name)")
      guard flaky.remove(target.name) == nil else { throw BuildError.compile(target.name) }
      built.insert(target.name)
      return Artifact(sources: sources)
    }
  }
}

final class Workspaces: @unchecked Sendable {
  private let queue = DispatchQueue(label: "workspaces")
  private var free: [Int]
  private var waiting: [Resolver<Int>] = []

  init(_ count: Int) { free = Array(1...count) }

  func borrow() -> Promise<Int> {
    Promise(label: "borrow", on: queue) { seal in
      guard let workspace = self.free.popLast() else { return self.waiting.append(seal) }
      seal.fulfill(workspace)
    }
  }

  func giveBack(_ workspace: Int) {
    queue.async {
      guard !self.waiting.isEmpty else { return self.free.append(workspace) }
      self.waiting.removeFirst().fulfill(workspace)
    }
  }
}

final class Builder: @unchecked Sendable {
  private let state = DispatchQueue(label: "builder")
  private let targets: [String: Target]
  private let toolchain: Toolchain
  private let workspaces = Workspaces(2)
  private var products: [String: Promise<Artifact>] = [:]

  init(_ targets: [Target], _ toolchain: Toolchain) {
    self.targets = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    self.toolchain = toolchain
  }

  func build(_ name: String) -> Promise<Artifact> {
    Guarantee().then(label: "build \(name)", on: state) { try self.product(name) }
  }

  func attempt(_ names: [String]) -> Guarantee<[Result<Artifact, any Error>]> {
    Guarantee().then(label: "attempt all", on: state) {
      when(resolved: names.map { name in firstly { try self.product(name) } })
    }
  }

  func edit(_ name: String) -> Guarantee<Void> {
    state.async(.guarantee, label: "edit \(name)") {
      self.toolchain.edit(name)
      self.forget(name)
    }
  }

  private func product(_ name: String) throws -> Promise<Artifact> {
    if let known = products[name] { return known }
    guard let target = targets[name] else { throw BuildError.unknown(name) }
    let inputs = try target.dependencies.map { try product($0) }
    let made = make(target, from: inputs)
      .recover(label: "forget \(name)", on: state) { error -> Promise<Artifact> in
        self.products[name] = nil
        throw error
      }
    products[name] = made
    return made
  }

  private func make(_ target: Target, from inputs: [Promise<Artifact>]) -> Promise<Artifact> {
    when(label: "inputs of \(target.name)", fulfilled: inputs)
      .then(label: "make \(target.name)", on: state) { inputs in
        self.workspaces.borrow()
          .then(on: self.state) { workspace in
            self.toolchain.compile(target, inputs, in: workspace)
              .ensureThen(on: self.state) { self.toolchain.sweep(workspace) }
              .ensure(on: self.state) { self.workspaces.giveBack(workspace) }
          }
      }
  }

  private func forget(_ name: String) {
    products[name] = nil
    for target in targets.values where target.dependencies.contains(name) {
      forget(target.name)
    }
  }
}

let names = ["cli", "bundle", "net", "docs", "proto", "gui"]
let journal = Journal()
let toolchain = Toolchain(journal, flaky: ["docs", "proto"])
let builder = Builder(
  [
    Target(name: "core", dependencies: [], milliseconds: 20),
    Target(name: "net", dependencies: ["core"], milliseconds: 8),
    Target(name: "store", dependencies: ["core"], milliseconds: 25),
    Target(name: "cli", dependencies: ["net", "store"], milliseconds: 10),
    Target(name: "docs", dependencies: [], milliseconds: 6),
    Target(name: "proto", dependencies: [], milliseconds: 6),
    Target(name: "bundle", dependencies: ["cli", "docs", "proto"], milliseconds: 4),
  ], toolchain)

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

func problem(_ reports: [Int], _ second: Int, _ edited: [Int]) -> String? {
  for word in ["missing", "dirty"] {
    if let line = journal.lines(with: word).first { return "while it builds: \(line)" }
  }
  if reports != [5, 0, 2, 0, 0, 0] {
    return "the first build reports \(reports)"
  }
  if second != 8 { return "the second bundle is made of \(second) sources" }
  if edited != [9, 9] { return "after the edit the bundles are made of \(edited) sources" }
  let counts = (["core", "store"] + names).map { journal.lines(with: "compiled \($0)").count }
  return counts == [1, 1, 2, 2, 2, 2, 2, 0] ? nil : "targets are compiled \(counts) times"
}

builder.attempt(names)
  .map(label: "reports") { results in results.map { (try? $0.get().sources) ?? 0 } }
  .then(label: "second build") { reports in builder.build("bundle").map { (reports, $0.sources) } }
  .then(label: "change net") { first in builder.edit("net").map { first } }
  .then(label: "third build") { reports, second in
    when(fulfilled: [builder.build("bundle"), builder.build("bundle")])
      .map { edited in problem(reports, second, edited.map(\.sources)) }
  }
  .done(label: "verdict") { problem in
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }
  .catch(label: "broken build") { error in
    print("check: failed: \(error)")
    exit(1)
  }

dispatchMain()
