extension PromiseCore {
  /// Hands out the handlers, and those that are attached meanwhile, until none is left.
  func handOut(_ batch: consuming CoreState.Batch, _ settled: Settled, in thread: ThreadState) {
    while true {
      batch.first.deliver(settled, from: self, in: thread)
      if let others = batch.others {
        for handler in others { handler.deliver(settled, from: self, in: thread) }
      }
      guard let more = locked({ $0.nextBatch() }) else { return }
      batch = more
    }
  }
}
