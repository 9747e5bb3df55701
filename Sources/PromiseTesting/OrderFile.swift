import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import PromiseSystem
import Synchronization

/// A file with golden orders, next to a test.
struct OrderFile {
  /// The name, as the test gives it.
  let name: String
  let path: String
  /// The section of the order; `nil` if the file contains a single order.
  let section: String?

  /// Creates the file with the given name next to the source file `source`.
  init(_ name: String, section: String?, beside source: String) {
    self.name = name
    self.section = section
    let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
    path = name.hasPrefix("/") ? name : folder + name
  }

  /// Returns the name of the file and the section for a message.
  private func title(_ section: String?) -> String { section.map { "\(name) [\($0)]" } ?? name }

  /// A Boolean value that indicates whether `UPDATE_ORDERS` is set.
  static var isUpdating: Bool { getenv("UPDATE_ORDERS").map { $0.pointee != 0 } ?? false }

  /// Returns what is wrong with a run; `nil` if it matches the file.
  func problem(with run: [PromiseEvent], times: Bool) -> String? {
    do {
      let orders = try GoldenOrders(withExpectations: try FileText.whole(path))
      // By default, the only section.
      let section = section ?? orders.unnamed?.name
      guard let golden = orders[section] else {
        let names = orders.sections.map { $0.name.map { "[\($0)]" } ?? "one without a name" }
        return "\(name) has no section\(section.map { " [\($0)]" } ?? " without a name"); it has: "
          + (names.isEmpty ? "nothing" : names.joined(separator: ", ")) + "."
          + (section == nil && !names.isEmpty ? " Choose one with 'section:'." : "")
          + Self.advice
      }
      return try Self.problem(
        with: run, expecting: golden, called: title(section), times: times, Self.advice)
    } catch let problem as FileProblem {
      return problem.isMissing ? "there is no \(name) yet" + Self.advice : "\(problem)"
    } catch {
      return "\(name): \(error)"
    }
  }

  /// Returns what is wrong with a run; `nil` if it matches the lines of a test.
  static func problem(with run: [PromiseEvent], against lines: [String], times: Bool) -> String? {
    do {
      let orders = try GoldenOrders(withExpectations: lines.joined(separator: "\n"))
      return try problem(
        with: run, expecting: orders[nil] ?? GoldenOrder(), called: "the test", times: times)
    } catch {
      return "the expected order: \(error)"
    }
  }

  /// Returns what is wrong with a run: its order, and the expectations beside the order that do not hold; `nil` if
  /// nothing is. `advice` follows the difference of the order.
  private static func problem(
    with events: [PromiseEvent], expecting golden: GoldenOrder, called title: String, times: Bool,
    _ advice: String = ""
  ) throws(InputError) -> String? {
    let run = NamedRun(events)
    var problems = try unmet(golden, in: run)
    let order = HandlerOrder(events, sites: true, in: run.graph)
    let difference = OrderDifference(golden, order, times: times)
    if !difference.isEmpty {
      let text = difference.text(times: golden.hasTimes && times)
      problems.insert("the order is not that of \(title):\n\(text.trimmedEnd)\(advice)", at: 0)
    }
    return joined(problems)
  }

  /// Returns the expectations beside the order that do not hold.
  private static func unmet(
    _ golden: GoldenOrder, in run: NamedRun
  ) throws(InputError) -> [String] {
    try golden.expectations().compactMap { expectation in
      expectation.failure(in: run).map { "expect: \(expectation.text): \($0.sentence)" }
    }
  }

  private static func joined(_ problems: [String]) -> String? {
    problems.isEmpty ? nil : problems.joined(separator: "\n")
  }

  private static var advice: String {
    "\nUPDATE_ORDERS=1 swift test writes the order as it is now."
  }
}

// MARK: - Updating

extension OrderFile {
  /// Tests run in parallel and may share a file.
  private static let writing = Mutex(())

  /// Writes the order of the run into the file. Returns what went wrong, and the expectations in
  /// the file that do not hold.
  func update(to run: [PromiseEvent], isVirtual: Bool) -> String? {
    Self.writing.withLock { _ in
      do {
        var orders = GoldenOrders()
        do {
          orders = try GoldenOrders(withExpectations: try FileText.whole(path))
        } catch let problem as FileProblem where problem.isMissing {
          try FileText.makeFolder(of: path)
        }
        let run = NamedRun(run)
        let golden = (orders[section] ?? GoldenOrder()).updated(
          to: HandlerOrder(run.events, sites: true, in: run.graph), times: isVirtual)
        orders.set(golden, for: section)
        try FileText.write(orders.text, to: path)
        return Self.joined(try Self.unmet(golden, in: run))
      } catch {
        return "\(name) cannot be updated: \(error)"
      }
    }
  }
}

extension String {
  /// The text without the line feed at its end.
  fileprivate var trimmedEnd: Substring { last == "\n" ? dropLast() : self[...] }
}
