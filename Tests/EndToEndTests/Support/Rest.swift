import Foundation

/// Returns how often the threads of an idle program were scheduled: while that does not change,
/// none of them has done anything.
struct Rest: Equatable {
  private var turns: [String: String] = [:]

  /// `nil` if a thread is running or ready to run.
  init?(of process: pid_t) {
    #if os(Linux)
      let tasks = "/proc/\(process)/task"
      guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
        return nil
      }
      for thread in threads {
        guard
          let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8),
          status.contains("State:\tS")
        else { return nil }
        turns[thread] =
          status.split(separator: "\n").filter { $0.contains("ctxt_switches") }.joined()
      }
    #else
      pause(milliseconds: 100)
    #endif
  }
}
