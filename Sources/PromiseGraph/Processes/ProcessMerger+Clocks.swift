package import PromiseEvents

extension ProcessMerger {
  /// Aligns the clocks of the processes whose next events are about to be taken. A process keeps the offset that it
  /// gets here, so that nothing that was shown changes its time.
  mutating func alignClocks() {
    guard unalignedCount > 0,
      inputs.contains(where: { !$0.isAligned && !$0.isEmpty })
    else { return }
    let offsets = solveClocks()
    let isFirst = start == nil
    let new = inputs.indices.filter { !inputs[$0].isAligned && (isFirst || !inputs[$0].isEmpty) }
    func zero(_ input: Int) -> Int64 {
      let clock = inputs[input].clock
      return clock.zero.saturatingPlus(offsets[clock.machine].offset)
    }
    let begin = start ?? new.map(zero).min() ?? 0
    start = begin
    for input in new {
      let machine = inputs[input].clock.machine
      machineOffsets[machine] = offsets[machine].offset
      inputs[input].identities.offset = zero(input).saturatingMinus(begin)
      inputs[input].uncertainty = offsets[machine].uncertainty
      inputs[input].isAligned = true
      unalignedCount -= 1
    }
    usedFacts = messages.factCount
  }

  /// The instant at which the merged times are 0, on the clocks of the first machine; `nil` before the first event,
  /// and if that machine did not say it.
  package var origin: TraceHeader.ClockOrigin? {
    guard let start, case let wall?? = walls.first else { return nil }
    let boot = machines.first { $0.value == 0 }?.key ?? ""
    return TraceHeader.ClockOrigin(boot: boot, monotonic: start, unix: wall.saturatingPlus(start))
  }

  /// Reports uncertainties that have become smaller because of newer messages. The offsets stay.
  mutating func refineClocks(_ events: inout [PromiseEvent]) {
    guard machineCount > 1, messages.factCount >= max(4, 2 * usedFacts) else { return }
    usedFacts = messages.factCount
    let offsets = solveClocks()
    for input in inputs.indices {
      guard inputs[input].isAligned, inputs[input].id != nil,
        let old = inputs[input].uncertainty,
        let new = offsets[inputs[input].clock.machine].uncertainty,
        // Smaller by a quarter: a little is not worth an event.
        new <= old - old / 4, new < old
      else { continue }
      inputs[input].uncertainty = new
      declare(input, at: time, &events)
    }
  }

  /// Adds the event that declares a process.
  mutating func declare(_ input: Int, at time: Int64, _ events: inout [PromiseEvent]) {
    guard let id = inputs[input].id else { return }
    emit(
      .processDeclared(
        process: id, name: inputs[input].name, systemID: inputs[input].header.pid,
        uncertainty: inputs[input].uncertainty), at: time, &events)
  }

  /// Returns the offsets of the machines against the first one.
  private mutating func solveClocks() -> [ClockOffset] {
    guard machineCount > 1 else { return [ClockOffset()] }
    let clocks = inputs.map(\.clock)
    var bounds = messages.bounds(machines: machineCount, clocks, loosely: false)
    if bounds.closed() == nil {
      // Servers that answer before their handling settles.
      bounds = messages.bounds(machines: machineCount, clocks, loosely: true)
    }
    let guesses = walls.map { wall -> Int64? in
      guard let wall, let first = walls[0] else { return nil }
      return wall.saturatingMinus(first)
    }
    let (offsets, contradiction) = bounds.offsets(fixed: machineOffsets, guesses: guesses)
    self.contradiction = max(self.contradiction, contradiction)
    return offsets
  }

  /// Sentences about what is wrong with the clocks or the messages, for the user.
  package var warnings: [String] {
    var sentences: [String] = []
    if contradiction > 0 {
      sentences.append(
        "the clocks cannot be aligned exactly: some requests seem to be received before they are sent, "
          + "by up to \(milliseconds(contradiction)) ms; the order of the events is right, their times may not be"
      )
    }
    if reversed > 0 {
      sentences.append(
        "\(reversed) requests contradict the order of the events: two processes have each received what the other one sends later"
      )
    }
    return sentences
  }
}
