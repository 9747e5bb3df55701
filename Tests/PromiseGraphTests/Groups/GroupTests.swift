import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct GroupTests {
  @Test(
    "Counts, chains and pending promises match a search through all promises", arguments: seeds)
  func walk(seed: Int) {
    var random = RandomEvents(seed: seed)
    var graph = Graph()
    for event in random.stream(500) {
      graph.apply(event)
      var counts: [GroupID: StateCounts] = [:]
      var roots: [GroupID: Set<PromiseID>] = [:]
      var members: [PromiseID: [PromiseNode]] = [:]
      for node in graph.promises {
        guard let group = graph.group(of: node.id) else {
          Issue.record("\(node.id) has no group")
          continue
        }
        counts[group.id, default: StateCounts()].add(1, to: node.state)
        roots[group.id, default: []].insert(graph.root(of: node.id))
        if node.isDeclared { members[graph.root(of: node.id), default: []].append(node) }
      }
      for group in graph.groups {
        #expect(group.counts == counts[group.id] ?? StateCounts())
        #expect(Set(group.roots) == roots[group.id] ?? [])
        #expect(group.roots.count == roots[group.id]?.count ?? 0)
        let chains = group.roots.compactMap { graph.chain(of: $0) }
        #expect(group.overCount == chains.count(where: \.isOver))
      }
      for (root, nodes) in members {
        let chain = graph.chain(of: root)
        #expect(chain?.promises == nodes.count)
        #expect(chain?.open == nodes.count { !$0.isFinal })
      }
      let open = graph.promises.filter { !$0.isFinal }.map(\.id)
      #expect(Array(graph.openPromises) == open)
      #expect(open.count == graph.counts.open)
    }
  }

  @Test("Chains from one place are one group, in the order of their roots, whatever their length")
  func sites() {
    var stream = EventStream()
    stream.declare(1, "main")
    for number in 0..<100 {
      stream.time = Double(number)
      let root = PromiseID(2 * number + 1)
      stream.create(root, .pending, "request \(number)", line: 7)
      stream.link(PromiseID(2 * number + 2), .then, "parse", to: root, on: 1)
    }
    stream.create(900, .all, "page", parents: [1, 3])
    let graph = stream.graph
    #expect(graph.groups.map(\.title) == ["request …", "page"])
    #expect(graph.groups.map(\.chainCount) == [100, 1])
    #expect(graph.groups.map(\.promiseCount) == [200, 1])
    #expect(graph.groups[0].counts.pending == 200)
    #expect(graph.groups[0].roots[57] == 115)
    #expect(graph.groups[0].site?.line == 7)
    #expect(graph.groups[0].firstCreated == 0 && graph.groups[0].lastCreated == 99_000_000)
    #expect(graph.root(of: 116) == 115 && graph.group(of: 116)?.id == graph.groups[0].id)
    #expect(graph.root(of: 900) == 900)
  }

  @Test("A group knows how long its chains took; a link attached later opens a chain again")
  func times() {
    var stream = EventStream()
    stream.declare(1, "main")
    for number in 1...3 { stream.create(PromiseID(number), .pending, "work", line: 7) }
    for number in 1...3 {
      stream.time = Double(number * number)
      stream.settle(PromiseID(number))
    }
    let times = stream.graph.groups[0].times
    #expect(times.count == 3 && times.shortest == 1_000_000 && times.longest == 9_000_000)
    #expect(times.median == 4_000_000 && times.total == 14_000_000)
    stream.link(4, to: 3, on: 1)
    #expect(stream.graph.groups[0].overCount == 2)
    #expect(stream.graph.chain(of: 3)?.isOver == false)
    stream.time = 16
    stream.settle(4)
    #expect(stream.graph.groups[0].times.longest == 16_000_000)
    #expect(stream.graph.chain(of: 4)?.duration == 16_000_000)
  }

  @Test("Roots without a place are grouped by operation and label")
  func names() {
    var stream = EventStream()
    for (id, label) in [(1, "a"), (2, "b"), (3, "a")] as [(PromiseID, String)] {
      stream.post(.created(.init(promise: id, operation: .value, label: label)))
    }
    stream.post(.created(.init(promise: 4, operation: .after)))
    #expect(stream.graph.groups.map(\.title) == ["a", "b", "after"])
    #expect(Array(stream.graph.groups[0].roots) == [1, 3])
  }

  @Test("Promises that were only mentioned are in a group of their own until they are declared")
  func mentioned() {
    var stream = EventStream()
    for number in 1...4 { stream.settle(PromiseID(number)) }
    #expect(stream.graph.groups.map(\.title) == ["unknown"])
    #expect(stream.graph.groups[0].isUnknown)
    #expect(stream.graph.group(of: 2)?.counts.fulfilled == 4)
    #expect(stream.graph.chain(of: 2) == nil && stream.graph.root(of: 2) == 2)
    stream.create(2, .pending, "late", late: true)
    #expect(stream.graph.groups.map(\.title) == ["unknown", "late"])
    #expect(Set(stream.graph.groups[0].roots) == [1, 3, 4])
    #expect(stream.graph.groups[1].counts.fulfilled == 1)
    #expect(stream.graph.chain(of: 2)?.isOver == true)
  }

  @Test("After a gap the pending promises of a group are unknown too")
  func gap() {
    var stream = EventStream()
    stream.create(1)
    stream.create(2)
    stream.settle(1)
    stream.sequence += 5
    stream.post(.dropped(count: 5))
    #expect(stream.graph.groups.map(\.counts.unknown) == [0, 1])
    #expect(stream.graph.group(of: 2)?.counts.pending == 0)
  }
}
