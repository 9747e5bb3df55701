import PromiseKitLite

/// A small program that uses promises, as data: main's steps, and what handlers do.
///
/// Every step has a unique name, which is also the label of the promise that it creates. A step
/// that refers to something that was not created before it does nothing.
struct SmallProgram: Sendable {
  var steps: [Step]
  /// The final promise.
  var end: Int
  /// What handlers access if they declare nothing.
  var accessing: DeclaredAccess
  /// The expectations, each that one name comes before another.
  var orders: [(Int, Int)] = []

  indirect enum Action: Sendable {
    case value
    case failure
    case pending
    /// A job of its own.
    case job(Lane, Body)
    /// A timer, in milliseconds.
    case after(Int)
    case link(Link, of: Int, Lane, Body)
    case fanIn(FanIn, [Int])
    case delay(Int, Int)
    case timeout(Int, Int)
    /// What starts here can be cancelled.
    case context([Step])
    // Steps that create no promise.
    case note
    case append(to: Int)
    case resolve(Int, with: Ending)
    case cancel(Int)
    case peek(Int)
  }

  struct Step: Sendable {
    var name: Int
    var action: Action
  }

  /// Where a handler runs, and the cells that it declares; `nil` if it declares nothing.
  struct Lane: Sendable {
    var queue: Queue
    var declares: [Int]?
  }

  enum Queue: String, Sendable, CaseIterable { case inline, main, side, wide }
  enum Link: String, Sendable, CaseIterable {
    case then, map, recover, `catch`, ensure, tap
  }
  enum FanIn: String, Sendable, CaseIterable { case all, allSettled, race, any }

  /// What a handler does.
  struct Body: Sendable {
    var steps: [Step] = []
    /// How many milliseconds it takes.
    var work = 0
    var ending = Ending.value
  }

  /// How a handler ends, or what a promise is resolved with.
  enum Ending: Sendable, Equatable {
    case value
    case failure
    /// The contents of the cell.
    case cell(Int)
    /// The given promise.
    case promise(Int)
  }
}

// MARK: - In words

extension SmallProgram: CustomStringConvertible {
  var description: String {
    let orders = orders.map { "p\($0.0) before p\($0.1)" }.joined(separator: ", ")
    return "end p\(end), undeclared touches \(accessing), expects \(orders)\n"
      + steps.map { $0.lines(1) }.joined()
  }
}

extension SmallProgram.Step {
  func lines(_ depth: Int) -> String {
    let head = String(repeating: "  ", count: depth) + "p\(name): "
    func block(_ body: SmallProgram.Body) -> String {
      " { work \(body.work), \(body.ending) }\n" + body.steps.map { $0.lines(depth + 1) }.joined()
    }
    func place(_ lane: SmallProgram.Lane) -> String {
      "\(lane.queue)\(lane.declares.map { " accessing \($0)" } ?? "")"
    }
    switch action {
    case .job(let lane, let body): return head + "job on \(place(lane))" + block(body)
    case .link(let link, let parent, let lane, let body):
      return head + "p\(parent).\(link) on \(place(lane))" + block(body)
    case .context(let steps):
      return head + "context\n" + steps.map { $0.lines(depth + 1) }.joined()
    default: return head + "\(action)\n"
    }
  }
}

// MARK: - Smaller

extension SmallProgram {
  /// The program without one of its steps, for each step.
  var smaller: [SmallProgram] {
    let count = Self.count(steps)
    return (0..<count).map { place in
      var program = self
      var left = place
      program.steps = Self.without(&left, steps)
      return program
    } + simpler
  }

  private var simpler: [SmallProgram] {
    orders.isEmpty ? [] : [SmallProgram(steps: steps, end: end, accessing: accessing)]
  }

  private static func count(_ steps: [Step]) -> Int {
    steps.reduce(0) { $0 + 1 + count($1.inner) }
  }

  private static func without(_ left: inout Int, _ steps: [Step]) -> [Step] {
    var kept: [Step] = []
    for step in steps {
      left -= 1
      if left == -1 { continue }
      var step = step
      step.inner = without(&left, step.inner)
      kept.append(step)
    }
    return kept
  }
}

extension SmallProgram.Step {
  /// The steps inside it.
  var inner: [SmallProgram.Step] {
    get {
      switch action {
      case .job(_, let body), .link(_, _, _, let body): body.steps
      case .context(let steps): steps
      default: []
      }
    }
    set {
      switch action {
      case .job(let lane, var body):
        body.steps = newValue
        action = .job(lane, body)
      case .link(let link, let parent, let lane, var body):
        body.steps = newValue
        action = .link(link, of: parent, lane, body)
      case .context: action = .context(newValue)
      default: break
      }
    }
  }
}
