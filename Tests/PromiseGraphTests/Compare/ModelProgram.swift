import PromiseKitLite
import TestSupport

@testable import PromiseGraph
@testable import PromiseInsight

/// A generated program of chains whose handlers can be run in many orders.
struct ModelProgram {
  /// A promise whose handler, or body, runs once.
  struct Node: Hashable {
    var label: String?
    var operation = PromiseEvent.Operation.then
    var line: Int
    /// Its parent; a root has none.
    var parent: Int?
    /// The node in whose handler it is created; `nil` for those of the main program.
    var creator: Int?
    var queue = 1
    var outcome = PromiseEvent.Outcome.fulfilled
    var value = ""
    /// How many milliseconds it runs.
    var length = 1.0
    var note: String?
  }

  var nodes: [Node] = []

  /// Returns a random program of 40 promises, some of them created by the same lines, and the generator of the seed.
  static func random(_ seed: Int) -> (program: ModelProgram, generator: SeededGenerator) {
    var program = ModelProgram()
    var generator = SeededGenerator(seed: seed)
    for number in 0..<40 {
      let isRoot = number == 0 || Int.random(in: 0..<5, using: &generator) == 0
      let isAgain = number > 0 && Int.random(in: 0..<4, using: &generator) == 0
      var node = Node(line: number * 3 + 10)
      if isAgain {
        // A line that has run before, as in a loop.
        node = program.nodes[Int.random(in: 0..<number, using: &generator)]
        node.creator = nil
      } else {
        node.operation = isRoot ? .async : .then
        node.label = Bool.random(using: &generator) ? "n\(number)" : nil
      }
      if isRoot { node.operation = .async }
      let isMadeLater = number > 0 && Int.random(in: 0..<3, using: &generator) == 0
      node.creator = isMadeLater ? Int.random(in: 0..<number, using: &generator) : nil
      // Its parent is any earlier node.
      let parents = program.nodes.indices.filter {
        program.nodes[$0].creator == nil || program.nodes[$0].creator == node.creator
      }
      node.parent = isRoot ? nil : parents.randomElement(using: &generator)
      node.queue = Int.random(in: 1...3, using: &generator)
      node.note = Int.random(in: 0..<4, using: &generator) == 0 ? "note \(number)" : nil
      program.nodes.append(node)
    }
    return (program, generator)
  }

  /// How identities are assigned.
  enum Numbering { case asMade, backwards }

  /// Returns a run in which `choose` picks the next handler of those that can run.
  func run(
    _ numbering: Numbering = .asMade, shift: Int = 0, from start: Double = 0,
    choose: ([Int]) -> Int = { $0[0] }
  ) -> ModelProgramRun {
    var run = ModelProgramRun(self, numbering, shift: shift)
    run.stream.time = start
    for node in nodes.indices where nodes[node].creator == nil { run.make(node) }
    while !run.ready.isEmpty { run.execute(choose(run.ready)) }
    return run
  }
}

/// A run of a generated program.
struct ModelProgramRun {
  private(set) var program: ModelProgram
  var stream = EventStream()
  /// The nodes that can run, in order.
  private(set) var ready: [Int] = []
  /// The nodes in the order of creation, and in the order in which they ran.
  private(set) var made: [Int] = []
  private(set) var ran: [Int] = []
  private var waiting: [Int: [Int]] = [:]
  private var settled: Set<Int> = []
  private let numbering: ModelProgram.Numbering
  private let shift: Int

  init(_ program: ModelProgram, _ numbering: ModelProgram.Numbering, shift: Int) {
    (self.program, self.numbering, self.shift) = (program, numbering, shift)
    for (queue, label) in ["main", "net", "work"].enumerated() {
      stream.declare(QueueID(queue + 1), label)
    }
  }

  var events: [PromiseEvent] { stream.events }

  func id(_ node: Int) -> PromiseID {
    numbering == .asMade ? PromiseID(node + 1) : PromiseID(10_000 - node)
  }

  mutating func make(_ node: Int) {
    let it = program.nodes[node]
    made.append(node)
    let queue = stream.queue
    stream.create(
      id(node), it.operation, it.label, parents: it.parent.map { [id($0)] } ?? [],
      line: it.line + shift)
    stream.queue = queue
    guard let parent = it.parent, !settled.contains(parent) else {
      ready.append(node)
      return
    }
    waiting[parent, default: []].append(node)
  }

  mutating func execute(_ node: Int) {
    let it = program.nodes[node]
    ready.removeAll { $0 == node }
    ran.append(node)
    let job = stream.enqueue(id(node), on: QueueID(it.queue))
    stream.start(job, id(node), on: QueueID(it.queue))
    if let note = it.note { stream.post(.note(note)) }
    for other in program.nodes.indices where program.nodes[other].creator == node { make(other) }
    stream.time += it.length
    stream.end(job, id(node), on: QueueID(it.queue))
    stream.settle(id(node), it.outcome, it.value)
    settled.insert(node)
    ready += waiting.removeValue(forKey: node) ?? []
  }
}
