import PromiseEvents
import PromiseGraph

/// Numbers for the handlers of all runs: a handler has the same number in every run.
///
/// A handler is identified by its label, or else by its operation, file and line; by the promise to which it is
/// attached, or else the handler in which its promise was created; and by its position among those that are
/// the same in all that. Promise numbers, threads and queues make no difference.
package struct HandlerNumbers: Sendable {
  /// A handler or a timer, as it is named in sentences.
  package struct Name: Hashable, Sendable {
    package var text: String
    package var isTimer: Bool
  }

  /// The names, by number.
  package private(set) var names: [Name] = []
  private var numbers: [Key: UInt32] = [:]
  private var kinds: [Kind: UInt32] = [:]

  /// The most handlers that are numbered.
  package static let most = 400_000

  private struct Kind: Hashable {
    var key: PromiseKey
    var tag: String?
  }

  private struct Key: Hashable {
    var kind: UInt32
    /// The promise to which it is attached, or the handler in which it was created.
    var origin: UInt32
    var isAttached: Bool
    var position: UInt32 = 0
  }

  package init() {}

  /// Returns what the handlers of a run did, in order. Handlers beyond the limit are left out. O(n log n)
  package mutating func moments(of run: ComparedRun) -> HandlerMoments {
    var own: [UInt32?] = []
    own.reserveCapacity(run.promises.count)
    var counts: [Key: UInt32] = [:]
    var moments: [(sequence: Int, moment: HandlerMoments.Moment)] = []
    var leftOut = 0
    for (place, promise) in run.promises.enumerated() {
      let parent = promise.parent.flatMap { $0 < place ? $0 : nil }
      let origin = parent ?? promise.creator.flatMap { $0 < place ? $0 : nil }
      var key = Key(
        kind: kind(of: promise), origin: origin.flatMap { own[$0] }.map { $0 + 1 } ?? 0,
        isAttached: parent != nil)
      let position = counts[key, default: 0]
      counts[key] = position + 1
      key.position = position
      guard let number = number(of: key, place, promise, run) else {
        own.append(nil)
        leftOut += 1
        continue
      }
      own.append(number)
      if let began = promise.started ?? promise.timerFired {
        moments.append((began.sequence, HandlerMoments.Moment(number, isEnd: false)))
      }
      if promise.started != nil, let ended = promise.ended {
        moments.append((ended.sequence, HandlerMoments.Moment(number, isEnd: true)))
      }
    }
    moments.sort { $0.sequence < $1.sequence }
    return HandlerMoments(moments: moments.map(\.moment), leftOut: leftOut)
  }

  private mutating func kind(of promise: ComparedPromise) -> UInt32 {
    let kind = Kind(key: promise.key.first, tag: promise.tag.map(masked))
    if let number = kinds[kind] { return number }
    let number = UInt32(clamping: kinds.count)
    kinds[kind] = number
    return number
  }

  private mutating func number(
    of key: Key, _ place: Int, _ promise: ComparedPromise, _ run: ComparedRun
  ) -> UInt32? {
    if let number = numbers[key] { return number }
    guard names.count < Self.most else { return nil }
    let number = UInt32(clamping: names.count)
    numbers[key] = number
    names.append(
      Name(
        text: run.name(of: place),
        isTimer: promise.started == nil && (promise.timerSet ?? promise.timerFired) != nil))
    return number
  }
}

/// What the handlers of a run did, in order: each started, and each ended.
package struct HandlerMoments: Hashable, Sendable {
  /// The start or the end of a handler, in four bytes.
  package struct Moment: Hashable, Sendable {
    private let bits: UInt32

    init(_ handler: UInt32, isEnd: Bool) { bits = handler << 1 | (isEnd ? 1 : 0) }

    /// The number of the handler.
    var handler: Int { Int(bits >> 1) }
    var isEnd: Bool { bits & 1 == 1 }
    /// A number that no other moment of a run has.
    var index: Int { Int(bits) }
  }

  package var moments: [Moment]
  /// How many handlers are left out because there are too many.
  package var leftOut = 0

  /// The handlers in the order in which they started.
  var starts: [Int] { moments.lazy.filter { !$0.isEnd }.map(\.handler) }

  /// The number of bytes that are kept for it.
  var bytes: Int { moments.count * MemoryLayout<Moment>.stride + 64 }

  /// Returns how many handlers ran in only one of two runs, or must move to make the orders the same.
  /// O(n log n)
  package func differences(from other: HandlerMoments) -> Int {
    let (ours, theirs) = (starts, other.starts)
    var places: [Int: Int] = [:]
    places.reserveCapacity(theirs.count)
    for (place, handler) in theirs.enumerated() { places[handler] = place }
    let common = ours.compactMap { places[$0] }
    return ours.count + theirs.count - common.count - longestIncreasing(common).count
  }
}
