import Dispatch
import Foundation
import PromiseKitLite
import TestSupport

@testable import PromiseEvents

// Reads damaged traces and packs their events; then records a program and reads its trace. `scripts/sanitized`
// builds it with the address sanitizer, which ends it at the first wrong access to memory. The fold of the events
// accesses no memory itself; `make test-asan` runs its tests with the sanitizer too.

/// Packs the events and unpacks them.
func pack(_ events: [PromiseEvent]) {
  let recorder = RecordingObserver(limit: 5000)
  for event in events { recorder.receive(event) }
  precondition(recorder.events.count <= events.count + 1)
}

/// Records notes and links from four threads to a file, and returns its contents.
func recorded() throws -> [UInt8] {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ptrace")
  defer { try? FileManager.default.removeItem(at: path) }
  try PromiseTrace.start(to: .file(path.path))
  DispatchQueue.concurrentPerform(iterations: 4) { thread in
    for number in 0..<500 {
      let (root, seal) = Promise<Int>.pending()
      let end = root.map(on: nil) { $0 + 1 }.done(on: nil) { PromiseTrace.note("\($0)") }
      seal.fulfill(number)
      withExtendedLifetime(end) {}
    }
  }
  PromiseTrace.stop()
  return Array(try Data(contentsOf: path))
}

/// Reads a whole binary trace; empty if its header is damaged.
func binaryEvents(of bytes: [UInt8]) -> [PromiseEvent] {
  var reader = try? BinaryTraceReader(bytes)
  return reader?.readRest() ?? []
}

var read = 0
let rounds = Rounds(40)
try rounds.each { round, random in
  var stream = RandomEvents(seed: round.seed)
  let events = round.seed % 2 == 0 ? stream.stream(300) : TraceSamples.events
  let trace = random.damaged(lines: TraceSamples.trace(of: events))
  let found = (try? random.read(trace).events) ?? []
  read += found.count
  pack(found)
}
precondition(rounds.seeds.count < 20 || read > 1000)
let binaryTrace = try recorded()
let mappedEvents = binaryEvents(of: binaryTrace)
precondition(mappedEvents.count { $0.kind.name == .note } == 2000)
try rounds.each { _, random in read += binaryEvents(of: random.damaged(binary: binaryTrace)).count }
print("\(read) events of damaged traces, \(mappedEvents.count) recorded events")
