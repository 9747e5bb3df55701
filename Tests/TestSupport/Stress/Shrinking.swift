extension Program {
  /// Returns the smallest program that can be found in which `find` still finds a fault, with that
  /// fault.
  package func shrunk(_ fault: String, _ find: (Program) -> String?) -> String {
    var program = self
    var fault = fault
    var hasShrunk = true
    func fails(_ smaller: Program) -> Bool {
      guard let found = find(smaller) else { return false }
      (program, fault, hasShrunk) = (smaller, found, true)
      return true
    }
    while hasShrunk {
      hasShrunk = false
      // Whole steps, with what is inside them, many at a time at first.
      var size = max(1, program.count / 2)
      while size > 0 {
        var place = 0
        while place < program.count {
          let smaller = program.leavingOut(place..<place + size)
          if smaller.count == program.count || !fails(smaller) { place += size }
        }
        size /= 2
      }
      for place in 0..<program.count {
        if let simpler = program.simplified(place) { _ = fails(simpler) }
      }
    }
    return "\(program)\n\(fault)"
  }

  /// The number of steps, including inner ones.
  private var count: Int { threads.joined().reduce(0) { $0 + $1.count } }

  private func leavingOut(_ places: Range<Int>) -> Program {
    changed { place, step in places.contains(place) ? nil : step }
  }

  /// The step at that index without its work, or otherwise on the calling thread's queue; `nil` if
  /// it is already simple.
  private func simplified(_ place: Int) -> Program? {
    var isChanged = false
    let program = changed { other, step in
      guard other == place, case .link(let link, let parent, let queue, var body) = step.action
      else { return step }
      if link.hasBody, body.work > 0 {
        body.work = 0
      } else if body.ending != .returns(0) {
        body.ending = .returns(0)
      } else {
        return step
      }
      isChanged = true
      var step = step
      step.action = .link(link, of: parent, on: queue, body)
      return step
    }
    return isChanged ? program : nil
  }

  private func changed(_ change: (Int, Step) -> Step?) -> Program {
    var place = 0
    return Program(threads: threads.map { changed($0, &place, change) })
  }

  private func changed(
    _ steps: [Step], _ place: inout Int, _ change: (Int, Step) -> Step?
  ) -> [Step] {
    steps.compactMap { step in
      let changedStep = change(place, step)
      place += 1
      let inner = changed(step.inner, &place, change)
      return changedStep?.with(inner)
    }
  }
}

extension Step {
  /// The steps inside it.
  var inner: [Step] {
    switch action {
    case .body(let body, _), .link(_, _, _, let body): body.steps
    case .context(let steps): steps
    default: []
    }
  }

  fileprivate var count: Int { inner.reduce(1) { $0 + $1.count } }

  fileprivate func with(_ inner: [Step]) -> Step {
    var step = self
    switch action {
    case .body(var body, let queue):
      body.steps = inner
      step.action = .body(body, on: queue)
    case .link(let link, let parent, let queue, var body):
      body.steps = inner
      step.action = .link(link, of: parent, on: queue, body)
    case .context: step.action = .context(inner)
    default: break
    }
    return step
  }
}
