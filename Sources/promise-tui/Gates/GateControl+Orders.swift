import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Synchronization

extension GateControl {
  /// Does what the user asks for. A job or a timer is one of `process`, or of the only one if it is `nil`,
  /// and has the number that it has there.
  func perform(_ order: Effect.GateOrder, in process: Int? = nil) {
    switch order {
    case .close:
      contents.withLock { $0.closing = GateNode.byHand }
      send([.close])
    case .stop(let reason):
      contents.withLock { $0.close(because: reason) }
      send([.stop(reason)])
    case .open:
      contents.withLock { $0.closing = nil }
      send([.open])
    case .step: send([.step])
    case .turn: send([.turn])
    case .start(let job): send([.releaseJob(job.rawValue)], to: process)
    case .fire(let timer): send([.releaseTimer(timer.rawValue)], to: process)
    case .breakpoints(let breakpoints):
      contents.withLock { $0.breakpoints = breakpoints }
      send([.clear] + breakpoints.map { .add($0) })
    }
  }

  /// Notes an event of the gate of a process. If the gate of one process closes, those of the others close
  /// as well.
  func note(_ change: PromiseEvent.GateChange, of process: Int) {
    switch change.action {
    case .closed:
      guard let reason = change.reason, reason != GateNode.byHand else { return }
      let isNew = contents.withLock { contents in
        guard contents.closing == nil, contents.told[process]?.contains(reason) != true
        else { return false }
        contents.close(because: reason)
        return true
      }
      if isNew { send([.stop(reason)], except: process) }
    case .opened:
      contents.withLock { contents in
        contents.told[process] = []
        // The gates open by themselves if this process was stopped.
        if change.reason != GateNode.byHand { contents.closing = nil }
      }
    case .held, .released, .missed: break
    }
  }
}

extension GateControl.Contents {
  /// Notes that all gates receive the command to close.
  fileprivate mutating func close(because reason: String) {
    closing = reason
    for process in processes { told[process, default: []].insert(reason) }
  }
}
