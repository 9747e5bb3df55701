import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// The shares of one exploration, from the files that `explore --shard` wrote.
struct ShardMerge {
  let demo: RunnableDemo
  let plan: ShardPlan
  let shares: [ShardResult]

  /// Reads the files.
  ///
  /// - Throws: A sentence with the next step, if a file cannot be read, or the files are not exactly
  ///   the shares of one exploration that this program can repeat.
  init(_ paths: [String], program: String) throws(CommandError) {
    var known: (path: String, plan: ShardPlan, demo: RunnableDemo, count: Int)?
    var found: [Int: (path: String, result: ShardResult)] = [:]
    for path in paths {
      let reader = ShardReader(path: path) { plan throws(CommandError) in
        try Self.demo(of: plan, program, path).expects
      }
      let file = try reader.read()
      if let first = known {
        try Self.check(file, path, against: first.plan, first.count, first.path)
      } else {
        known = (path, file.plan, try Self.demo(of: file.plan, program, path), file.shard.count)
      }
      if let other = found[file.shard.number] {
        throw CommandError(
          "\(other.path) and \(path) are both shard \(file.shard.number) of "
            + "\(file.shard.count): leave one of them out", status: 65)
      }
      found[file.shard.number] = (path, file.result)
    }
    guard let known else {
      throw CommandError("name the files of all shards", status: 65)
    }
    let missing = (1...known.count).filter { found[$0] == nil }
    if let first = missing.first, let shard = ExplorationShard(first, of: known.count) {
      throw CommandError(
        Self.sentence(aboutMissing: missing, of: known.count)
          + "run '\(known.plan.command(shard, "\(first).shard"))'"
          + (missing.count > 1 ? ", and the others in the same way" : ""), status: 65)
    }
    (demo, plan) = (known.demo, known.plan)
    shares = found.sorted { $0.key < $1.key }.map(\.value.result)
  }

  private static func sentence(aboutMissing missing: [Int], of count: Int) -> String {
    let list = missing.prefix(8).map(String.init).joined(separator: ", ")
    let more = missing.count > 8 ? " and \(missing.count - 8) others" : ""
    return missing.count == 1
      ? "shard \(list) of \(count) is missing: " : "shards \(list)\(more) of \(count) are missing: "
  }

  /// Returns the demo that a file is about.
  private static func demo(
    of plan: ShardPlan, _ program: String, _ path: String
  ) throws(CommandError) -> RunnableDemo {
    guard let demo = try? Catalog.scenario(named: plan.name, settings: plan.settings) else {
      throw CommandError(
        "\(path) is a shard of '\(plan.name)', which this program does not have: "
          + "merge it with the program that wrote it, version \(plan.program)", status: 65)
    }
    guard plan.program == program, demo.explored.fingerprint == plan.fingerprint else {
      throw CommandError(
        "\(path) is from another version of '\(plan.name)' or of this program: "
          + "run that shard again, or merge the files with the program that wrote them", status: 65)
    }
    return demo
  }

  /// Checks that a file belongs to the same exploration as the first one.
  private static func check(
    _ file: ShardFile, _ path: String, against plan: ShardPlan, _ count: Int, _ first: String
  ) throws(CommandError) {
    func differs(_ what: String, _ one: String, _ other: String) -> CommandError {
      CommandError(
        "\(path) and \(first) are not shards of one exploration: they differ in \(what), "
          + "\(other) and \(one). Merge only files of the same exploration", status: 65)
    }
    if file.plan.name != plan.name { throw differs("the demo", plan.name, file.plan.name) }
    if file.plan.settings != plan.settings {
      throw differs(
        "--set", plan.settings.joined(separator: " "), file.plan.settings.joined(separator: " "))
    }
    if file.shard.count != count {
      throw differs("the number of shards", "\(count)", "\(file.shard.count)")
    }
    if file.plan.fingerprint != plan.fingerprint || file.plan.program != plan.program {
      throw differs(
        "the version", "\(plan.program) \(plan.fingerprint)",
        "\(file.plan.program) \(file.plan.fingerprint)")
    }
    if file.plan != plan {
      throw differs("their options", plan.options, file.plan.options)
    }
  }
}

extension ShardMerge {
  /// The run whose exploration this is.
  func run(jobs: Int?) -> ExplorationRun {
    ExplorationRun(
      scenario: demo.explored, search: plan.search, budget: plan.budget,
      expectations: plan.expectations.isEmpty ? demo.expects : plan.expectations, jobs: jobs)
  }

  /// Returns the results of the whole exploration.
  func exploration(of run: ExplorationRun) -> Exploration {
    run.scenario.exploration(
      merging: shares, run.search, within: run.budget, expecting: run.expectations, jobs: run.jobs)
  }
}

extension ShardPlan {
  /// The options of the command line, except those of the shard.
  var options: String {
    var words: [String] = []
    switch search {
    case .exhaustive: break
    case .unreduced: words.append("--no-reduction")
    case .random(let seed): words.append("--seed \(seed)")
    }
    words += [
      "-n \(budget.schedules)", "--timeout \(budget.duration / .seconds(1))",
      "--steps \(budget.steps)",
    ]
    words += expectations.map { "--expect \(shellQuoted($0.description))" }
    return words.joined(separator: " ")
  }

  /// Returns the command that writes a shard.
  func command(_ shard: ExplorationShard, _ path: String) -> String {
    let settings = settings.map { " --set \(shellQuoted($0))" }.joined()
    return "promise-tui explore \(name)\(settings) --shard \(shard.number)/\(shard.count) "
      + "-o \(shellQuoted(path))"
  }
}
