import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The file of a golden order.
struct GoldenFile {
  let path: String
  private(set) var orders: GoldenOrders
  /// Whether the file does not exist yet.
  let isNew: Bool

  /// Reads the file. A missing file counts as empty if it `mayBeMissing`.
  ///
  /// - Throws: Why it cannot be read.
  init(_ path: String, mayBeMissing: Bool) throws {
    self.path = path
    do {
      orders = try GoldenOrders(withExpectations: try FileText.whole(path))
      isNew = false
    } catch let problem as FileProblem {
      guard problem.isMissing, mayBeMissing else {
        throw problem.isMissing
          ? CommandError("\(path): no such file. --update writes the order to it", status: 66)
          : .unreadable(problem.path, problem.number)
      }
      orders = GoldenOrders()
      isNew = true
    } catch {
      throw CommandError("\(path): \(error)", status: 65)
    }
  }

  /// Returns the name of the section with the order for that run; `nil` for an order without a
  /// section.
  ///
  /// - Throws: That there is none.
  func section(for run: CheckedRun) throws -> String? {
    if let section = known(for: run) { return section }
    throw CommandError(missingOrder(of: run), status: 66)
  }

  /// Says that there is no order for that run.
  func missingOrder(of run: CheckedRun) -> String {
    func listed(_ names: [String]) -> String { names.map { "[\($0)]" }.joined(separator: ", ") }
    let names = orders.sections.compactMap(\.name)
    return names.isEmpty
      ? "\(path) contains no order; --update writes the order of \(run.name) to it"
      : "\(path) has no order for \(run.name): it may be called \(listed(run.sections)), but the sections are "
        + "\(listed(names)). Rename one of them to [\(run.sections[0])], or use --update to add it"
  }

  /// Returns the name of the section for that run, or of a new one.
  func sectionToWrite(for run: CheckedRun) -> String? {
    if let section = known(for: run) { return section }
    let hasNames = orders.sections.contains { $0.name != nil }
    return hasNames || run.isDemo && run.sections[0] != "standard" ? run.sections[0] : nil
  }

  private func known(for run: CheckedRun) -> String?? {
    let names = orders.sections.map(\.name)
    if let name = run.sections.first(where: { names.contains($0) }) { return .some(name) }
    // Different variants of a demo have different orders.
    return run.isDemo && !names.contains(nil) ? nil : orders.unnamed.map(\.name)
  }

  /// Returns the name of that order for messages.
  func title(of section: String?) -> String { section.map { "\(path) [\($0)]" } ?? path }
}

extension GoldenFile {
  /// Replaces the order in `section` with that of the runs, unless it matches already.
  ///
  /// - Parameter times: Whether times are compared and written.
  ///
  /// - Throws: That the runs have no order in common.
  mutating func update(_ section: String?, from runs: [CheckedRun], times: Bool) throws {
    let times = times && runs.allSatisfy(\.isVirtual)
    let old = orders[section] ?? GoldenOrder()
    if runs.allSatisfy({ OrderDifference(old, $0.order, times: times && $0.isVirtual).isEmpty }) {
      orders.set(old.moved(to: runs.map(\.order)), for: section)
      return
    }
    let new: GoldenOrder
    if runs.count == 1 {
      new = old.updated(to: runs[0].order, times: times)
    } else if let common = GoldenOrder(
      of: runs.map(\.order), times: old.writesTimes(if: times))
    {
      new = common.expecting(as: old)
    } else {
      throw CommandError(
        "\(title(of: section)): the runs have different handlers, so they have no order in common; "
          + "update it from one of them, such as \(runs[0].name)")
    }
    orders.set(new, for: section)
  }

  /// Writes the file, and reports it.
  func write(old: GoldenFile) throws {
    guard isNew || orders != old.orders else { return Output.emit("\(path) is up to date.\n") }
    do throws(FileProblem) {
      try FileText.write(orders.text, to: path)
    } catch {
      throw CommandError.unwritable(error.path, error.number)
    }
    let lines = orders.sections.reduce(0) { $0 + $1.order.count }
    Output.emit("\(isNew ? "wrote" : "updated") \(path): \(plural(lines, "line"))\n")
  }
}
