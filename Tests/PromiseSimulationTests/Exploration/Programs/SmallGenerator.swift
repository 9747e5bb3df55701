import PromiseKitLite
import TestSupport

/// Generates small random programs, the same for the same seed, with correct declarations of what
/// handlers access.
struct SmallGenerator {
  private var random: SeededGenerator
  private var names = 0
  private var promises: [Int] = []
  private var resolvers: [Int] = []
  private var contexts: [Int] = []
  /// What handlers access if they declare nothing: anything, or nothing.
  private let undeclared: DeclaredAccess

  /// Returns a program that follows from the numbers of a generator.
  static func program(_ random: SeededGenerator) -> SmallProgram {
    var generator = SmallGenerator(random)
    return generator.make()
  }

  private init(_ random: SeededGenerator) {
    self.random = random
    undeclared = self.random.one(in: 2) ? .anything : .nothing
  }

  private mutating func make() -> SmallProgram {
    var steps = makeBeginnings()
    steps += makeSteps(2 + random.below(5), depth: 0, cells: [0, 1])
    let end = promises[promises.count - 1 - random.below(min(4, promises.count))]
    var program = SmallProgram(steps: steps, end: end, accessing: undeclared)
    if names > 1, random.below(3) == 0 {
      program.orders = [(1 + random.below(names), 1 + random.below(names))]
    }
    return program
  }
}

// MARK: - Steps

extension SmallGenerator {
  /// What happens at the same instant, and what can settle because of it.
  private mutating func makeBeginnings() -> [SmallProgram.Step] {
    var steps: [SmallProgram.Step] = []
    for place in 0..<3 + random.below(2) {
      names += 1
      let name = names
      let action: SmallProgram.Action
      if place == 0 {
        resolvers.append(name)
        action = making(name, .pending)
      } else if random.below(4) == 0 {
        action = making(name, .after(1))
      } else {
        let lane = lane(canBeInline: false)
        action = making(name, .job(lane, body(0, cellsOf(lane))))
      }
      steps.append(SmallProgram.Step(name: name, action: action))
    }
    return steps
  }

  /// Steps that may access the given cells.
  private mutating func makeSteps(_ count: Int, depth: Int, cells: [Int]) -> [SmallProgram.Step] {
    var steps: [SmallProgram.Step] = []
    for _ in 0..<count {
      names += 1
      let name = names
      guard let action = action(name, depth, cells) else { continue }
      steps.append(SmallProgram.Step(name: name, action: action))
    }
    return steps
  }

  private mutating func action(_ name: Int, _ depth: Int, _ cells: [Int]) -> SmallProgram.Action? {
    // Handlers act more often than they create promises.
    let acts = depth > 0 && random.below(2) == 0
    switch acts ? 72 + random.below(28) : random.below(72) {
    case ..<3: return making(name, .value)
    case ..<5: return making(name, .failure)
    case ..<10:
      resolvers.append(name)
      return making(name, .pending)
    case ..<22:
      let lane = lane(canBeInline: false)
      return making(name, .job(lane, body(depth, cellsOf(lane))))
    case ..<30: return making(name, .after(random.below(3)))
    case ..<52:
      guard let parent = any(promises) else { return nil }
      let link = SmallProgram.Link.allCases[random.below(6)]
      let lane = lane(canBeInline: true)
      let action = SmallProgram.Action.link(link, of: parent, lane, body(depth, cellsOf(lane)))
      return link == .catch ? action : making(name, action)
    case ..<60:
      let inputs = (0..<1 + random.below(3)).compactMap { _ in any(promises) }
      return making(name, .fanIn(SmallProgram.FanIn.allCases[random.below(4)], inputs))
    case ..<62: return any(promises).map { making(name, .delay($0, random.below(2))) }
    case ..<64: return any(promises).map { making(name, .timeout($0, random.below(3))) }
    case ..<69:
      guard depth < 2 else { return nil }
      contexts.append(name)
      return .context(makeSteps(1 + random.below(3), depth: depth + 1, cells: cells))
    case ..<72: return any(contexts).map { .cancel($0) }
    case ..<80: return .note
    case ..<88: return any(cells).map { .append(to: $0) }
    case ..<95: return any(resolvers).map { .resolve($0, with: ending(cells)) }
    default: return any(promises).map { .peek($0) }
    }
  }

  private mutating func making(
    _ name: Int, _ action: SmallProgram.Action
  ) -> SmallProgram.Action {
    promises.append(name)
    return action
  }

  private mutating func lane(canBeInline: Bool) -> SmallProgram.Lane {
    let queues = SmallProgram.Queue.allCases.dropFirst(canBeInline ? 0 : 1)
    let queue = queues[queues.startIndex + random.below(queues.count)]
    guard queue != .inline, random.below(2) == 0 else {
      return SmallProgram.Lane(queue: queue, declares: nil)
    }
    let declared = [[], [0], [1], [0, 1]][random.below(4)]
    return SmallProgram.Lane(queue: queue, declares: declared)
  }

  /// The cells that a handler there may access.
  private func cellsOf(_ lane: SmallProgram.Lane) -> [Int] {
    lane.declares ?? (undeclared == .anything ? [0, 1] : [])
  }

  private mutating func body(_ depth: Int, _ cells: [Int]) -> SmallProgram.Body {
    // What is created inside a handler is known only inside it.
    let outside = (promises, resolvers, contexts)
    var body = SmallProgram.Body()
    if depth < 2 {
      body.steps = makeSteps(1 + random.below(3 - depth), depth: depth + 1, cells: cells)
    }
    if random.below(4) == 0 { body.work = random.below(3) }
    body.ending = ending(cells)
    (promises, resolvers, contexts) = outside
    return body
  }

  private mutating func ending(_ cells: [Int]) -> SmallProgram.Ending {
    switch random.below(10) {
    case ..<4: .value
    case ..<5: .failure
    case ..<8: any(cells).map { .cell($0) } ?? .value
    default: any(promises).map { .promise($0) } ?? .value
    }
  }

  private mutating func any(_ names: [Int]) -> Int? {
    names.isEmpty ? nil : names[random.below(names.count)]
  }
}
