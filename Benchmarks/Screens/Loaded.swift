import Measuring
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// A workload, loaded into a history or on the screens.
enum Loaded {
  /// Returns a history of its events, appended one at a time.
  static func history(_ load: Workload, scale: Int) -> History {
    var history = History()
    load.post(scale: scale) { history.append($0) }
    return history
  }

  /// Returns its events as a trace.
  static func trace(_ load: Workload, scale: Int) -> (bytes: [UInt8], events: Int) {
    let writer = TraceWriter()
    var bytes = writer.line(TraceHeader(isVirtual: true, title: load.rawValue))
    var events = 0
    load.post(scale: scale) {
      writer.append($0, to: &bytes)
      events += 1
    }
    return (bytes, events)
  }

  /// Returns the screens after its last event, at 200x50.
  static func screens(_ load: Workload, scale: Int) -> State {
    var state = State(
      size: Size(width: 200, height: 50), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [])
    let entry = RunDescriptor(name: load.rawValue, teaches: load.title)
    _ = update(&state, .opened(entry, real: true, prediction: []))
    var piece: [PromiseEvent] = []
    load.post(scale: scale) {
      piece.append($0)
      if piece.count == 10_000 {
        _ = update(&state, .events(piece))
        piece.removeAll(keepingCapacity: true)
      }
    }
    _ = update(&state, .events(piece))
    _ = update(&state, .finished)
    return state
  }
}

/// Pseudorandom numbers, the same every time.
struct Numbers {
  private var state: UInt64 = 7

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }
}
