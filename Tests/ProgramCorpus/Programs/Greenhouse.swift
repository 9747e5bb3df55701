import Dispatch
import PromiseKitLite

private let bus = DispatchQueue(label: "field bus", attributes: .concurrent)
private let log = DispatchQueue(label: "log")

extension CorpusProgram {
  /// Beds of a greenhouse are watered if they are dry; a bed that does not answer is skipped.
  package static let greenhouse = CorpusProgram(
    "greenhouse", .workAfterTimeout, isLabelled: false, concurrent: ["field bus"]
  ) { isRepaired in
    let water = Shared([Int: Int]())
    let beds = (0..<9).map { bed in
      after(.milliseconds(bed * 14)).then { () -> Promise<String> in
        limited(isRepaired) { irrigate(bed, water) }
      }.recover { error -> Promise<String> in
        guard case PMKError.timedOut = error else { throw error }
        return skip(bed)
      }
    }
    when(resolved: beds).done { results in
      note("\(results.count) beds, \(water.value.values.reduce(0, +)) liters")
    }.cauterize()
    return water
  }
}

private func limited(
  _ isRepaired: Bool, _ task: @escaping @Sendable () -> Promise<String>
) -> Promise<String> {
  guard isRepaired else {
    return task().timeout(.milliseconds(75))  // culprit
  }
  let context = CancelContext()
  return context.run(task).detached()
    .timeout(.milliseconds(75))
    .tap { _ in context.cancel() }
}

private func irrigate(_ bed: Int, _ water: Shared<[Int: Int]>) -> Promise<String> {
  readMoisture(bed).then { moisture -> Promise<String> in
    guard moisture < 40 else { return .value("bed \(bed) is wet") }
    return openValve(bed)
      .map { 10 - moisture / 8 }
      .get(on: log) { liters in  // culprit
        water.value[bed, default: 0] += liters
        note("\(liters) liters for bed \(bed)")
      }
      .map { "bed \(bed) got \($0) liters" }
  }
}

private func readMoisture(_ bed: Int) -> Promise<Int> {
  bus.async(.promise) { () -> Int in
    work(bed == 4 ? 66 : 12)
    return (bed * 17) % 60
  }
  .tap(on: log) { _ in work(1) }
}

private func openValve(_ bed: Int) -> Promise<Void> {
  bus.async(.promise) { work(22) }
}

private func skip(_ bed: Int) -> Promise<String> {
  log.async(.promise) { () -> String in
    work(1)
    return "bed \(bed) was skipped"
  }.get { note($0) }
}
