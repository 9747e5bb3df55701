import PromiseGraph
import PromiseSimulation
import PromiseSystem
import Synchronization

/// A file with golden orders beside a test.
struct OrderFile {
  /// As the test names it.
  let name: String
  let path: String
  /// The order's section; none where the file holds one order.
  let section: String?

  /// The file of that name beside the source file `source`.
  init(_ name: String, section: String?, beside source: String) {
    self.name = name
    self.section = section
    let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
    path = name.hasPrefix("/") ? name : folder + name
  }

  /// What it is called in a sentence.
  private func title(_ section: String?) -> String { section.map { "\(name) [\($0)]" } ?? name }

  /// `UPDATE_ORDERS` is set.
  static var isUpdating: Bool { getenv("UPDATE_ORDERS").map { $0.pointee != 0 } ?? false }

  /// What is wrong with that order; nothing where it is as the file says.
  func problem(with order: HandlerOrder, times: Bool) -> String? {
    do {
      let orders = try GoldenOrders(try FileText.whole(path))
      // Where none is said, the only one there is.
      let section = section ?? orders.unnamed?.name
      guard let golden = orders[section] else {
        let names = orders.sections.map { $0.name.map { "[\($0)]" } ?? "one without a name" }
        return "\(name) has no section\(section.map { " [\($0)]" } ?? " without a name"); it has: "
          + (names.isEmpty ? "nothing" : names.joined(separator: ", ")) + "."
          + (section == nil && !names.isEmpty ? " Which is meant? section: says it." : "")
          + Self.advice
      }
      return Self.problem(with: order, against: golden, of: title(section), times: times)
        .map { $0 + Self.advice }
    } catch let problem as FileProblem {
      return problem.isMissing ? "there is no \(name) yet" + Self.advice : "\(problem)"
    } catch {
      return "\(name): \(error)"
    }
  }

  /// The difference as text; nothing where there is none.
  static func problem(
    with order: HandlerOrder, against golden: GoldenOrder, of title: String, times: Bool
  ) -> String? {
    let difference = OrderDifference(golden, order, times: times)
    guard !difference.isEmpty else { return nil }
    let text = difference.text(times: golden.hasTimes && times)
    return "the order is not that of \(title):\n\(text.trimmedEnd)"
  }

  private static var advice: String {
    "\nUPDATE_ORDERS=1 swift test writes the order as it is now."
  }
}

// MARK: - Updating

extension OrderFile {
  /// Tests run side by side, and may share a file.
  private static let writing = Mutex(())

  /// Writes that order into the file; answers what goes wrong.
  func update(to order: HandlerOrder, isVirtual: Bool) -> String? {
    Self.writing.withLock { _ in
      do {
        var orders = GoldenOrders()
        do {
          orders = try GoldenOrders(try FileText.whole(path))
        } catch let problem as FileProblem where problem.isMissing {
          try FileText.makeFolder(of: path)
        }
        orders.set(updated(orders[section], to: order, isVirtual), for: section)
        try FileText.write(orders.text, to: path)
        return nil
      } catch {
        return "\(name) cannot be updated: \(error)"
      }
    }
  }

  private func updated(
    _ golden: GoldenOrder?, to order: HandlerOrder, _ isVirtual: Bool
  ) -> GoldenOrder {
    guard let golden, !golden.items.isEmpty else { return GoldenOrder(order, times: isVirtual) }
    return golden.updated(
      to: order, times: isVirtual, writesTimes: isVirtual && golden.hasTimes)
  }
}

extension String {
  /// Without the line feed at its end.
  fileprivate var trimmedEnd: Substring { last == "\n" ? dropLast() : self[...] }
}
