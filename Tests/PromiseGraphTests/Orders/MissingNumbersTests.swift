import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Missing numbers in a trace")
struct MissingNumbersTests {
  private func event(_ number: Int, _ kind: PromiseEvent.Kind = .note("")) -> PromiseEvent {
    PromiseEvent(sequence: number, time: Int64(number) * 10, thread: 1, queue: nil, kind: kind)
  }

  @Test("Each hole becomes one gap, with the time of the next event")
  func holes() {
    let told = [event(3), event(4), event(9)].tellingWhatIsMissing(since: 0)
    #expect(told.map(\.sequence) == [2, 3, 4, 8, 9])
    #expect(told[0].kind == .dropped(count: 2) && told[0].time == 30)
    #expect(told[3].kind == .dropped(count: 4) && told[3].time == 90)
  }

  @Test("Gaps that are already recorded, or before the start of the trace, are not added again")
  func told() {
    let whole = [event(1), event(4, .dropped(count: 3)), event(5), event(5), event(6)]
    #expect(whole.tellingWhatIsMissing(since: 0) == whole)
    let late = [event(2), event(7), event(11), event(12)]
    #expect(late.tellingWhatIsMissing(since: 10) == late)
    #expect([PromiseEvent]().tellingWhatIsMissing(since: 0).isEmpty)
  }
}
