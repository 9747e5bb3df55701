import PromiseEvents
import TestSupport
import Testing

@Suite("What is known of an event by its kind")
struct KindTableTests {
  @Test("The table has a row for every kind")
  func complete() {
    #expect(Set(KindRow.all.map(\.kind.name)) == Set(PromiseEvent.Kind.Name.allCases))
  }

  @Test("An event mentions promises in order, with its subject first", arguments: KindRow.all)
  func promises(_ row: KindRow) {
    #expect(row.kind.promises.map(\.description).joined(separator: " ") == row.promises)
    for promise in row.kind.promises { #expect(row.kind.mentions(promise)) }
    #expect(!row.kind.mentions(9))
  }

  @Test("An event mentions its queue, its job and its timer", arguments: KindRow.all)
  func things(_ row: KindRow) {
    let mentioned = row.kind.mentioned
    // A wait is about its promise, not about the job that waits.
    let job = row.kind.family == .wait ? nil : mentioned.job
    let names = [mentioned.queue?.description, job?.description, mentioned.timer?.description]
    #expect(names.compactMap { $0 }.joined(separator: " ") == row.things)
  }

  @Test("An event has an importance", arguments: KindRow.all)
  func weight(_ row: KindRow) { #expect(row.kind.weight == row.weight) }

  @Test("A text that may be secret is replaced, and nothing else", arguments: KindRow.all)
  func redacted(_ row: KindRow) { #expect(row.kind.redacted { "#\($0)" } == row.redacted) }
}
