import PromiseGraph
import PromiseInsight
import PromiseKitLite

extension RunPlan {
  /// Whether the order in which the jobs of the program start is needed.
  var observesOrder: Bool { gate != nil || schedule != nil || orderFile != nil }

  /// Compares the order of a run with the schedule, and keeps it for another run. Returns sentences about
  /// both.
  func keep(_ order: RunOrder.Snapshot) -> [String] { comparison(with: order) + kept(order) }

  /// Returns how much of the schedule a run has kept, as sentences; none without a schedule.
  func comparison(with order: RunOrder.Snapshot) -> [String] {
    guard let schedule else { return [] }
    return ScheduleComparison(order.schedule, with: schedule.schedule)
      .sentences(of: schedule.path, missed: order.missed)
  }

  private func kept(_ order: RunOrder.Snapshot) -> [String] {
    guard gate != nil || orderFile != nil else { return [] }
    guard !order.schedule.started.steps.isEmpty else {
      if let orderFile { return ["\(orderFile) is not written: nothing of \(name) has started"] }
      return order.schedule.steps.isEmpty
        ? [] : ["no order is kept: nothing of \(name) has started"]
    }
    let command = arguments.map(shellQuoted).joined(separator: " ")
    let path: String
    do throws(CommandError) {
      if let orderFile {
        try KeptSchedules.write(order.schedule, to: orderFile, comment: command)
        path = orderFile
      } else {
        path = try KeptSchedules.keep(
          order.schedule, of: name, comment: command, in: UserFolders(.current))
      }
    } catch {
      return [error.sentence]
    }
    let count =
      (order.isCut ? "the first " : "") + plural(order.schedule.started.steps.count, "start")
    let process = order.processes > 1 ? " of the first of \(order.processes) processes" : ""
    return [
      "the order of \(count)\(process) is in \(path): "
        + "promise-tui run --schedule \(shellQuoted(path)) -- \(command)"
    ]
  }
}
