import Dispatch
import Synchronization

// Jobs that are dispatched to their queues again, in the order in which the gate decided.

extension JobGate {
  /// The jobs to dispatch again. One thread at a time dispatches them, so that two changes of the
  /// gate do not mix up the order of a queue.
  struct Outbox: Sendable {
    private var tokens: [Token] = []
    private var isSending = false

    mutating func append(_ token: Token) { tokens.append(token) }

    /// Returns whether the caller has to send what is there.
    mutating func begin() -> Bool {
      guard !isSending, !tokens.isEmpty else { return false }
      isSending = true
      return true
    }

    /// Returns what to send next. If it is empty, the caller is no longer the one that sends.
    mutating func next() -> [Token] {
      defer { tokens = [] }
      isSending = !tokens.isEmpty
      return tokens
    }
  }

  /// A place in a queue at which a job asks the gate again.
  struct Token: Sendable {
    let job: GateJob
    /// The number of times the gate had been closed.
    let epoch: Int
    /// Where the program's own dispatcher is called; `nil` for a queue of Dispatch. The dispatcher
    /// may run the job before it returns.
    let relay: DispatchQueue?
  }

  /// Adds a job to the outbox.
  func dispatch(_ job: GateJob, _ state: inout State) {
    var relay: DispatchQueue?
    if !job.isOnDispatch, state.lanes[job.lane] != nil {
      relay = state.lanes[job.lane]?.relay ?? DispatchQueue(label: "promise-gate.relay")
      state.lanes[job.lane]?.relay = relay
    }
    state.outbox.append(Token(job: job, epoch: state.epoch, relay: relay))
  }

  /// Dispatches what is in the outbox, until it is empty.
  func send() {
    while true {
      let tokens = state.withLock { $0.outbox.next() }
      guard !tokens.isEmpty else { return }
      for token in tokens {
        let redeem: @Sendable () -> Void = { self.redeem(token.job, token.epoch) }
        if let relay = token.relay {
          relay.async { token.job.dispatcher.dispatchOnce(redeem) }
        } else {
          token.job.dispatcher.dispatchOnce(redeem)
        }
      }
    }
  }
}
