import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

/// A demo that follows JavaScript's rules, and its script, which node has run.
@Suite("The demos by JavaScript's rules")
struct ScriptOrderTests {
  private static let scripts = Demo.all.filter { $0.script != nil }.map(\.name)

  /// The demos whose script cannot have the same order, and why.
  private static let others = [
    "every-outcome": "JavaScript has no tap, and finally takes longer",
    "lost-update": "the tellers read on queues of their own, which JavaScript has not",
    "next-tick": "the demo has another main queue in the place of ticks",
    "race-against-timeout": "the bank works on a queue of its own",
    "return-await": "recover cannot return a value, as a catch does in JavaScript",
  ]

  @Test(
    "A demo that follows JavaScript's rules prints in the order in which node does",
    arguments: scripts)
  func order(name: String) throws {
    let demo = try #require(Demo.named(name))
    let node = try #require(demo.script).output
    let simulated = Self.notes(of: try SimulatedDemo(demo, dialect: .javaScript).events)
    let (ours, theirs) = Self.common(simulated, node)
    #expect(!ours.isEmpty, "\(name) and its script print nothing alike")
    if Self.others[name] == nil {
      #expect(ours == theirs, "\(name)")
    } else {
      let isWhole = ours.count == node.count && simulated.count == node.count
      #expect(!isWhole || ours != theirs, "\(name) prints the same as its script")
    }
  }

  @Test("Most demos print every line that their script prints, and no other")
  func wholeOrders() throws {
    let same = try Self.scripts.filter { name in
      let demo = try #require(Demo.named(name))
      let node = demo.script?.output ?? []
      let simulated = Self.notes(of: try SimulatedDemo(demo, dialect: .javaScript).events)
      return simulated.count == node.count && Self.common(simulated, node).0.count == node.count
    }
    #expect(same.count >= 50, "\(same.count) of \(Self.scripts.count)")
  }

  private static func notes(of events: [PromiseEvent]) -> [String] {
    events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }

  /// Returns the lines that both print, in the order of either, as the numbers of their pairs.
  private static func common(_ simulated: [String], _ node: [String]) -> ([Int], [Int]) {
    var free = Array(node.indices)
    var ours: [Int] = []
    for line in simulated {
      let beginning = Self.beginning(of: line)
      guard let place = free.firstIndex(where: { node[$0].hasPrefix(beginning) }) else { continue }
      ours.append(free.remove(at: place))
    }
    return (ours, ours.sorted())
  }

  /// Returns a line up to a value, which the languages write differently: `alert Offline()`.
  private static func beginning(of line: String) -> Substring {
    let end = line.firstIndex { "([\",:".contains($0) } ?? line.endIndex
    return line[..<end]
  }
}
