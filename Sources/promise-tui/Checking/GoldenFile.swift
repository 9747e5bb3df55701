import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// The file of a golden order.
struct GoldenFile {
  let path: String
  private(set) var orders: GoldenOrders
  /// The file is not there yet.
  let isNew: Bool

  /// Reads the file. Where it is missing it is empty if it `mayBeMissing`.
  ///
  /// - Throws: The exit status, once the reason is told.
  init(_ path: String, mayBeMissing: Bool) throws {
    self.path = path
    do {
      orders = try GoldenOrders(withExpectations: try FileText.whole(path))
      isNew = false
    } catch let problem as FileProblem {
      guard problem.isMissing, mayBeMissing else {
        throw CommandError(
          problem.isMissing
            ? "there is no \(path) yet; --update writes the order into it"
            : FileError.sentence(.read, problem.path, problem.number), status: 66
        ).told()
      }
      orders = GoldenOrders()
      isNew = true
    } catch {
      throw CommandError("\(path): \(error)", status: 65).told()
    }
  }

  /// How the order for that run is called: its section's name, or nothing for an order without one.
  ///
  /// - Throws: 66, once it is told, where there is none.
  func section(for run: CheckedRun) throws -> String? {
    if let section = known(for: run) { return section }
    throw CommandError(lack(of: run), status: 66).told()
  }

  /// That there is no order for that run, in a sentence.
  func lack(of run: CheckedRun) -> String {
    func listed(_ names: [String]) -> String { names.map { "[\($0)]" }.joined(separator: ", ") }
    let names = orders.sections.compactMap(\.name)
    return names.isEmpty
      ? "\(path) holds no order; --update writes that of \(run.name) into it"
      : "\(path) has no order for \(run.name): it was looked for as \(listed(run.sections)), and there is "
        + "\(listed(names)). Call one of these [\(run.sections[0])], or let --update add it"
  }

  /// The same, or else the name of a new one.
  func sectionToWrite(for run: CheckedRun) -> String? {
    if let section = known(for: run) { return section }
    let hasNames = orders.sections.contains { $0.name != nil }
    return hasNames || run.isDemo && run.sections[0] != "standard" ? run.sections[0] : nil
  }

  private func known(for run: CheckedRun) -> String?? {
    let names = orders.sections.map(\.name)
    if let name = run.sections.first(where: { names.contains($0) }) { return .some(name) }
    // What one variant of a demo does is not what another one does.
    return run.isDemo && !names.contains(nil) ? nil : orders.unnamed.map(\.name)
  }

  /// What that order is called in a sentence.
  func title(of section: String?) -> String { section.map { "\(path) [\($0)]" } ?? path }
}

extension GoldenFile {
  /// Puts the order of those runs in place of the one that is there, and says so.
  ///
  /// - Parameter times: Whether times are compared and written.
  /// - Throws: 1, once it is told, where the runs have no order in common.
  mutating func update(_ section: String?, from runs: [CheckedRun], times: Bool) throws {
    let times = times && runs.allSatisfy(\.isVirtual)
    let old = orders[section]
    let writesTimes = times && (old.map { $0.items.isEmpty || $0.hasTimes } ?? true)
    if let old,
      runs.allSatisfy({ OrderDifference(old, $0.order, times: times && $0.isVirtual).isEmpty })
    {
      return
    }
    let new: GoldenOrder
    if runs.count == 1, let old {
      new = old.updated(to: runs[0].order, times: times, writesTimes: writesTimes)
    } else if let common = GoldenOrder(of: runs.map(\.order), times: writesTimes) {
      new = common.expecting(as: old)
    } else {
      throw CommandError(
        "\(title(of: section)): the runs have not the same handlers, so that they have no order in common; "
          + "update it from one of them, such as \(runs[0].name)"
      ).told()
    }
    orders.set(new, for: section)
  }

  /// Writes the file, and says so.
  func write(old: GoldenFile) throws {
    guard isNew || orders != old.orders else { return Output.emit("\(path) is right as it is.\n") }
    do throws(FileProblem) {
      try FileText.write(orders.text, to: path)
    } catch {
      throw CommandError(FileError.sentence(.write, error.path, error.number)).told()
    }
    let lines = orders.sections.reduce(0) { $0 + $1.order.count }
    Output.emit("\(isNew ? "wrote" : "updated") \(path): \(plural(lines, "line"))\n")
  }
}
