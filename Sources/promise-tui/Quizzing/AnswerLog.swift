import PromiseCourse
import PromiseKitLite
import PromiseSystem

/// A file to which each answer is appended as a line of JSON, for a class.
final class AnswerLog {
  private let path: String
  private let descriptor: Int32
  private let now: () -> Int64
  private let date: () -> Int
  /// When the current question appeared.
  private var asked: Int64

  /// Opens the file; a new file can be read only by its owner.
  ///
  /// - Parameters:
  ///   - path: The file to append to.
  ///   - now: Returns nanoseconds on a monotonic clock.
  ///   - date: Returns seconds since 1970.
  ///
  /// - Throws: A `CommandError` that explains why answers cannot be written.
  init(
    appendingTo path: String,
    now: @escaping () -> Int64 = { EventWaiter.now },
    date: @escaping () -> Int = { time(nil) }
  ) throws(CommandError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path).about("-o", status: 64) }
    self.path = path
    self.now = now
    self.date = date
    asked = now()
  }

  deinit { close(descriptor) }

  /// Records that a question has appeared.
  func ask() { asked = now() }

  /// Appends an answer. Returns why that failed; `nil` if it succeeded.
  func write(_ record: QuizRecord) -> String? {
    let line = text(of: record, milliseconds: Int(max(0, now() - asked) / 1_000_000)) + "\n"
    return writeBytes(Array(line.utf8)[...], to: descriptor).map {
      "\(path): answers cannot be written: \(String(cString: strerror($0)))"
    }
  }

  private func text(of record: QuizRecord, milliseconds: Int) -> String {
    JSON.object([
      ("time", .text(Self.text(ofDate: date()))),
      ("demo", .text(record.demo)),
      ("kind", .text(record.kind.rawValue)),
      ("question", .text(record.question)),
      ("choices", .texts(record.choices)),
      // Counted from 1, like the keys.
      ("chosen", .number(record.chosen + 1)),
      ("right", .number(record.right + 1)),
      ("correct", .flag(record.isRight)),
      ("milliseconds", .number(milliseconds)),
    ]).description
  }

  /// `2026-11-22T03:40:00Z`
  static func text(ofDate seconds: Int) -> String {
    var date = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&date, &parts) != nil else { return "" }
    func padded(_ number: Int32, _ width: Int) -> String {
      String(number).padded(before: width, with: "0")
    }
    return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-"
      + "\(padded(parts.tm_mday, 2))T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):"
      + "\(padded(parts.tm_sec, 2))Z"
  }
}
