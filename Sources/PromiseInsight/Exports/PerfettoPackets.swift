import PromiseEvents
import PromiseGraph

/// The packets of a trace for Perfetto: tracks, with slices and instants on them. The field numbers are those
/// of `perfetto_trace.proto`.
struct PerfettoPackets {
  /// A track, identified by a number that is the same in every export of the same run.
  struct Track: Hashable {
    var uuid: UInt64

    /// Creates the track of a kind, for a number and a part.
    init(_ kind: StaticString, _ number: Int = 0, _ part: Int = 0) {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for byte in "\(kind)".utf8 { mix(byte) }
      for value in [number, part] {
        for place in 0..<8 { mix(UInt8(truncatingIfNeeded: value >> (8 * place))) }
      }
      uuid = hash == 0 ? 1 : hash
    }

    static let process = Track("process")
    static let queues = Track("queues")
    static let promises = Track("promises")
    static let notes = Track("notes")
  }

  /// The kind of an event on a track.
  enum Event: UInt64 {
    case begin = 1
    case end = 2
    case instant = 3
  }

  private var tracks = ProtobufWriter()
  private var events = ProtobufWriter()
  private var isFirst = true
  /// The arrows that are drawn; `nil` for all of them.
  var arrows: Set<UInt64>?
  /// The arrows that have begun so far, and those that have ended.
  private(set) var begun: Set<UInt64> = []
  private(set) var reached: Set<UInt64> = []

  /// All packets: first the tracks, then their events.
  var bytes: [UInt8] { tracks.bytes + events.bytes }

  /// Adds the process that all tracks belong to.
  mutating func addProcess(_ title: String, number: Int, label: String) {
    addTrack(.process, title, parent: nil) { track in
      track.add(3) { process in
        process.add(1, signed: Int64(Int32(clamping: number)))
        process.add(6, Self.text(title))
        process.add(8, label)
      }
    }
  }

  /// Adds a track below another one, with a rank among its siblings.
  mutating func add(
    _ track: Track, _ name: String, below parent: Track, rank: Int = 0, about: String? = nil
  ) {
    addTrack(track, name, parent: parent) { fields in
      fields.add(12, signed: Int64(Int32(clamping: rank)))
      if let about { fields.add(14, Self.text(about)) }
    }
  }

  private mutating func addTrack(
    _ track: Track, _ name: String, parent: Track?, _ more: (inout ProtobufWriter) -> Void
  ) {
    let first = isFirst
    isFirst = false
    tracks.add(1) { packet in
      packet.add(10, 1)
      // The state of the reader is reset here.
      if first { packet.add(13, 1) }
      packet.add(60) { fields in
        fields.add(1, track.uuid)
        fields.add(2, Self.text(name))
        if let parent { fields.add(5, parent.uuid) }
        // Tracks are ordered by rank.
        fields.add(11, 3)
        more(&fields)
      }
    }
  }

  /// Adds an event on a track.
  mutating func add(
    _ kind: Event, _ name: String? = nil, on track: Track, at time: Int64,
    category: String? = nil, notes: [(String, Note)] = [], from: [UInt64] = [], to: [UInt64] = []
  ) {
    let from = from.filter { arrows?.contains($0) != false && begun.insert($0).inserted }
    let to = to.filter { arrows?.contains($0) != false && reached.insert($0).inserted }
    events.add(1) { packet in
      packet.add(8, UInt64(max(0, time)))
      packet.add(10, 1)
      packet.add(11) { event in
        for (name, note) in notes { event.add(4) { note.add(named: name, to: &$0) } }
        event.add(9, kind.rawValue)
        event.add(11, track.uuid)
        if let category { event.add(22, category) }
        if let name { event.add(23, Self.text(name)) }
        for arrow in from { event.add(47, fixed: arrow) }
        for arrow in to { event.add(48, fixed: arrow) }
      }
    }
  }

  /// An annotation of a slice.
  enum Note {
    case text(String)
    case number(Int)

    fileprivate func add(named name: String, to message: inout ProtobufWriter) {
      switch self {
      case .text(let text): message.add(6, PerfettoPackets.text(text))
      case .number(let number): message.add(4, signed: Int64(number))
      }
      message.add(10, name)
    }
  }

  /// Returns text that is sanitized and cut.
  private static func text(_ text: String) -> String { brief(text, 200) }
}
