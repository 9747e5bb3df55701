import PromiseKitLite
import TestSupport
import Testing

@Suite struct RandomEventsTests {
  @Test("Random events are of every kind")
  func everyKind() {
    var random = RandomEvents(seed: 1)
    let names = Set(random.stream(5000).map(\.kind.name))
    #expect(names == Set(PromiseEvent.Kind.Name.allCases))
  }
}
