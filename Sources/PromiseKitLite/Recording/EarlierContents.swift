import PromiseSystem
import Synchronization

/// What a file contains before a recording writes to it.
enum EarlierContents: Equatable {
  /// It is empty.
  case nothing
  /// A trace of the process with this ID, if the trace says so.
  case trace(pid: Int?)
  /// Something else, which must not be lost.
  case other

  /// Looks into an open file, without moving its position.
  init(of descriptor: Int32) {
    var start = [UInt8](repeating: 0, count: 4096)
    let count = uninterrupted { pread(descriptor, &start, start.count, 0) }
    guard count > 0 else {
      self = count == 0 ? .nothing : .other
      return
    }
    start.removeLast(start.count - count)
    if start.starts(with: Self.binarySign) {
      self = .trace(pid: Self.number(in: start, at: 24))
    } else if start.starts(with: Self.sign) {
      let end = start.firstIndex(of: UInt8(ascii: "\n")) ?? start.count
      var reader = TraceReader()
      _ = try? reader.read(Array(start[..<end]) + [UInt8(ascii: "\n")])
      self = .trace(pid: reader.header?.pid)
    } else {
      self = .other
    }
  }

  /// The first bytes of a trace in JSON Lines.
  private static let sign = Array("{\"promise-trace\"".utf8)
  /// The first bytes of a binary trace.
  private static let binarySign = [0x89] + Array("PTRACE\n".utf8)

  private static func number(in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes.count >= place + 8 else { return nil }
    let number = bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }
}

/// The files that this program has recorded to since it was loaded.
///
/// A process that replaces its program with `exec` keeps its ID. Its new program knows by this list
/// that a trace with that ID is not its own.
enum OwnTraces {
  private static let files = Mutex<Set<FileIdentity>>([])

  static func insert(_ file: FileIdentity) { files.withLock { _ = $0.insert(file) } }
  static func contains(_ file: FileIdentity) -> Bool { files.withLock { $0.contains(file) } }

  /// Returns whether the trace in a file was written by this process, but by an earlier program
  /// than this one.
  static func isOfEarlierProgram(_ contents: EarlierContents, _ status: stat) -> Bool {
    guard contents == .trace(pid: Int(getpid())),
      !contains(FileIdentity(status))
    else { return false }
    // A process that has ended may have had the same ID.
    guard let start = ProcessStart.seconds else { return false }
    return status.lastChange >= start - 0.05
  }
}

extension stat {
  /// When the contents of the file changed last, in seconds since 1970.
  fileprivate var lastChange: Double {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// When this process started.
enum ProcessStart {
  /// The seconds since 1970; `nil` if the system does not say.
  static var seconds: Double? {
    #if os(Linux)
      guard let ticks = startTicks else { return nil }
      let age = now(CLOCK_BOOTTIME) - Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
      return now(CLOCK_REALTIME) - age
    #elseif canImport(Darwin)
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, 4, &information, &size, nil, 0) == 0 else { return nil }
      let time = information.kp_proc.p_un.__p_starttime
      return Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    #else
      return nil
    #endif
  }

  #if os(Linux)
    private static func now(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The clock ticks from the start of the system to that of the process.
    private static var startTicks: UInt64? {
      let file = systemOpen("/proc/self/stat", O_RDONLY | O_CLOEXEC, 0)
      guard file >= 0 else { return nil }
      defer { systemClose(file) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = systemRead(file, &bytes, bytes.count)
      guard count > 0 else { return nil }
      // The second field is the program's name in parentheses; the start is the 22nd field.
      let fields =
        String(decoding: bytes[..<count], as: UTF8.self)
        .split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 19 ? UInt64(fields[19]) : nil
    }
  #endif
}
