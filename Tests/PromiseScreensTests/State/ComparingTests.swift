import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Two runs side by side")
struct ComparingTests {
  private func opened(_ state: inout State, _ name: String, price: Double) {
    _ = update(
      &state,
      .recorded(
        Recording(
          entry: RunDescriptor(name: name, teaches: ""), isVirtual: false,
          events: EventStream.quote(price: price))))
  }

  @Test("What flipped the race is the first line, and in full below the runs")
  func first() {
    let state = State.comparing()
    let lines = view(state).text.split(separator: "\n")
    #expect(lines[1].contains("4 of 5 decisive"), "\(lines[1])")
    #expect(lines[3].contains("> ~ 'price' took 41.0 ms instead of 12.0 ms"))
    #expect(
      lines[21].contains(
        "~ 'price' took 41.0 ms instead of 12.0 ms: 'timeout' won the race 'quote' in B"))
  }

  @Test("Enter opens run A at the difference, and Esc returns to the same picture")
  func opensA() {
    var state = State.comparing()
    let screen = view(state).text
    #expect(update(&state, .key(.enter)) == [.open(demo: "A", to: .event(9))])
    opened(&state, "A laptop.ptrace", price: 12)
    #expect(state.mode == .demo)
    #expect(state.run?.playhead == 9)
    #expect(state.run?.subject == 3)
    #expect(update(&state, .key(.escape)) == [.closeDemo])
    #expect(state.mode == .compare)
    #expect(view(state).text == screen)
  }

  @Test("Right chooses run B, and w explains the promise there; Esc closes one after the other")
  func explainsInB() {
    var state = State.comparing(keys: "<right>")
    #expect(view(state).text.contains("▸ B ci.ptrace"))
    #expect(update(&state, .key("w")) == [.open(demo: "B", to: .event(10))])
    opened(&state, "B ci.ptrace", price: 41)
    #expect(state.mode == .why)
    #expect(state.run?.why?.text.contains("stale") == true)
    _ = update(&state, .key(.escape))
    #expect(state.mode == .demo)
    _ = update(&state, .key(.escape))
    #expect(state.mode == .compare)
    #expect(state.comparing?.side == .after)
  }

  @Test("A difference that a run does not have opens it where it would be")
  func absent() throws {
    var state = State.comparing()
    let differences = try #require(state.comparing).comparison.differences
    let index = try #require(differences.firstIndex { $0.sign == .added })
    for _ in 0..<index { _ = update(&state, .key(.down)) }
    let effects = update(&state, .key(.enter))
    guard
      case .open(demo: "A", by: _, to: .event(let event)?, over: _, changedBy: _)? = effects.first
    else {
      Issue.record("\(effects)")
      return
    }
    #expect((1...20).contains(event))
  }

  @Test("Arrows select a difference in the list, and scroll both runs beside it")
  func arrows() {
    var state = State.comparing(keys: "<down><down>")
    #expect(state.comparing?.selected == 2)
    _ = update(&state, .key("G"))
    #expect(state.comparing?.selected == 4)
    _ = update(&state, .key("g"))
    #expect(state.comparing?.selected == 0)
    _ = update(&state, .resize(Size(width: 80, height: 18)))
    _ = update(&state, .key("3"))
    #expect(state.comparing?.side == .after)
    let before = view(state).text
    _ = update(&state, .key(.down))
    #expect(view(state).text != before)
    #expect(state.comparing?.selected == 0)
  }

  @Test("A click selects a difference, and a second one opens it")
  func clicks() {
    var state = State.comparing()
    _ = update(&state, .mouse(Mouse(.press, x: 10, y: 4)))
    #expect(state.comparing?.selected == 1)
    let effects = update(&state, .mouse(Mouse(.press, x: 10, y: 4)))
    #expect(
      effects.contains {
        if case .open(demo: "A", by: _, to: _, over: _, changedBy: _) = $0 { true } else { false }
      })
    _ = update(&state, .mouse(Mouse(.press, x: 60, y: 16)))
    #expect(state.comparing?.side == .after)
  }

  @Test("Equal runs say that they are the same, and open at their ends")
  func same() {
    let events = EventStream.quote(price: 12)
    var state = State.comparing(RunComparison(events, events))
    #expect(view(state).text.contains("The same run: 4 promises and 1 handler, with the same"))
    #expect(update(&state, .key(.enter)) == [.open(demo: "A", to: .event(.max))])
  }

  @Test("A trace that is still written, or damaged, says so")
  func unfinished() {
    let text = view(State.comparing(.cutQuotes)).text
    #expect(text.contains("B: the program is still running"))
    #expect(text.contains("B: a part of the trace could not be read"))
    #expect(text.contains("still running"))
  }

  @Test("y copies the sentence of the difference; Esc does not quit")
  func copies() {
    var state = State.comparing()
    let effects = update(&state, .key("y"))
    #expect(
      effects == [
        .copy(
          "'price' took 41.0 ms instead of 12.0 ms: 'timeout' won the race 'quote' in B")
      ])
    #expect(update(&state, .key(.escape)) == [])
    #expect(state.notice == "q quits")
  }
}
