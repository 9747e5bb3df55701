/// Generates random programs, the same for the same seed.
///
/// No promise ever waits for a later one, except in cycles of adoptions: those are rejected, while
/// any other cycle would wait, and stay alive, forever.
package struct Generator {
  private var random: SeededGenerator
  private var names = 0
  private var made: [Kind: [Name]] = [:]

  /// What later steps can refer to.
  private enum Kind { case promise, finalizer, resolver, context, owner }

  /// Every sixth step creates a context or cancels one.
  private let isCancelling: Bool

  private init(_ random: SeededGenerator, isCancelling: Bool) {
    (self.random, self.isCancelling) = (random, isCancelling)
  }

  /// Creates a program with the given number of threads, each with about as many steps as the seed chooses;
  /// if `isCancelling`, one that creates and cancels many contexts, also in its handlers.
  package static func program(
    seed: Int, threads: Int, steps: Range<Int>, isCancelling: Bool = false
  ) -> Program {
    let steps = steps.lowerBound + seed % steps.count
    var generator = Generator(SeededGenerator(seed: seed), isCancelling: isCancelling)
    return Program(threads: (0..<threads).map { _ in generator.makeSteps(steps, depth: 0) })
  }
}

// MARK: - Steps

extension Generator {
  private mutating func makeSteps(_ count: Int, depth: Int) -> [Step] {
    var steps: [Step] = []
    for _ in 0..<count { steps += makeStep(depth) }
    return steps
  }

  private mutating func makeStep(_ depth: Int) -> [Step] {
    names += 1
    let name = names
    if isCancelling, random.below(6) == 0 {
      guard random.below(2) == 0 else { return makeContext(name, depth) }
      return any(.context).map { [Step(name: name, action: .cancel($0))] } ?? []
    }
    switch random.below(100) {
    case ..<5: return [keep(name, .value(random.below(10)))]
    case ..<10: return [keep(name, .error(fault()))]
    case ..<18:
      made[.resolver, default: []].append(name)
      return [keep(name, .pending)]
    case ..<24:
      made[.resolver, default: []].append(name)
      let queue = random.below(2) == 0 ? nil : queue()
      return [keep(name, .body(body(of: name, depth), on: queue))]
    case ..<28: return [keep(name, .after(random.below(4)))]
    case ..<62: return makeLink(name, depth)
    case ..<70:
      let inputs = (0..<random.below(5)).compactMap { _ in any(.promise) }
      return [keep(name, .fanIn(FanInRule.allCases[random.below(4)], inputs))]
    case ..<84:
      guard let resolver = any(.resolver) else { return [] }
      return [Step(name: name, action: .resolve(resolver, with: ending(of: resolver)))]
    case ..<87: return makeCircle(name)
    case ..<90:
      let kinds: [Kind] = [.promise, .promise, .resolver, .resolver, .finalizer]
      guard let dropped = any(kinds[random.below(5)]) else { return [] }
      return [Step(name: name, action: .drop(dropped))]
    case ..<92: return makeContext(name, depth)
    case ..<94: return any(.context).map { [Step(name: name, action: .cancel($0))] } ?? []
    case ..<95:
      made[.owner, default: []].append(name)
      return [Step(name: name, action: .owner)]
    case ..<96: return any(.owner).map { [Step(name: name, action: .leave($0))] } ?? []
    default:
      guard let keeper = any(random.below(2) == 0 ? .context : .owner), let parent = any(.promise)
      else { return [] }
      return [keep(name, .until(keeper, of: parent))]
    }
  }

  private mutating func makeContext(_ name: Name, _ depth: Int) -> [Step] {
    guard depth < 2 else { return [] }
    made[.context, default: []].append(name)
    let inside = makeSteps(1 + random.below(6), depth: depth + 1)
    let context = Step(name: name, action: .context(inside))
    guard random.below(3) == 0, let dropped = any(.resolver) else { return [context] }
    names += 2
    return [
      context, Step(name: names - 1, action: .drop(dropped)),
      Step(name: names, action: .cancel(name)),
    ]
  }

  private mutating func keep(_ name: Name, _ action: Step.Action, as kind: Kind = .promise) -> Step
  {
    let isKept = random.below(5) > 0
    if isKept { made[kind, default: []].append(name) }
    return Step(name: name, action: action, isKept: isKept)
  }

  private mutating func makeLink(_ name: Name, _ depth: Int) -> [Step] {
    if random.below(10) == 0, let parent = any(.finalizer) {
      let body = body(of: name, depth)
      return [keep(name, .link(.finally, of: parent, on: queue(), body), as: .finalizer)]
    }
    guard let parent = any(.promise) else { return [] }
    let links = Link.allCases.filter { $0 != .finally }
    let link = links[random.below(links.count)]
    var body = link.hasBody ? body(of: name, depth) : Body()
    if !link.hasBody { body.work = random.below(3000) }
    if link == .thenResolving { made[.resolver, default: []].append(name) }
    let isEnd = link == .catch || link == .catchAll
    return [
      keep(name, .link(link, of: parent, on: queue(), body), as: isEnd ? .finalizer : .promise)
    ]
  }

  /// Promises that adopt each other.
  private mutating func makeCircle(_ name: Name) -> [Step] {
    let members = Array(name...name + 1 + random.below(2))
    names = members.last ?? name
    let makers = members.map { member in
      made[.promise, default: []].append(member)
      return Step(name: member, action: .pending)
    }
    let closers = members.map { member in
      names += 1
      let next = member == members.last ? name : member + 1
      return Step(name: names, action: .resolve(member, with: .promise(next)))
    }
    let links = random.below(2) == 0 ? makeStep(2) : []
    return makers + links + closers
  }
}

// MARK: - Bodies

extension Generator {
  private mutating func body(of name: Name, _ depth: Int) -> Body {
    var body = Body(ending: ending(of: name))
    if depth < 2 { body.steps = makeSteps(max(0, random.below(5) - 2), depth: depth + 1) }
    if random.below(3) == 0 { body.work = 1 + random.below(3000) }
    return body
  }

  /// What the promise with the given name may settle with.
  private mutating func ending(of name: Name) -> Ending {
    switch random.below(10) {
    case ..<5: .returns(random.below(5))
    case ..<7: .fails(fault())
    case ..<9: any(.promise, before: name).map { .promise($0) } ?? .returns(1)
    default: .promise(name)
    }
  }

  private mutating func fault() -> Fault { Fault.allCases[random.below(3)] }
  private mutating func queue() -> Queue { Queue.allCases[random.below(5)] }

  /// Returns something that was created, preferably recently.
  private mutating func any(_ kind: Kind, before name: Name = .max) -> Name? {
    let names = (made[kind] ?? []).filter { $0 < name }
    guard !names.isEmpty else { return nil }
    let count = random.below(3) == 0 ? names.count : min(names.count, 8)
    return names[names.count - 1 - random.below(count)]
  }
}
