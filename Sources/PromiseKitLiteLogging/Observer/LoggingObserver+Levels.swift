#if Logging
  public import Logging

  extension LoggingObserver {
    /// The level at which each kind of message is logged; `nil`, or no threshold, turns it off.
    ///
    /// ```swift
    /// var levels = LoggingObserver.Levels()
    /// levels.resolvedAgain = nil
    /// levels.slowQueueWait = [.notice: .milliseconds(50), .error: .seconds(5)]
    /// PromiseEnvironment.shared.add(
    ///   LoggingObserver(logger: Logger(label: "promises"), levels: levels))
    /// ```
    ///
    /// What is off costs nothing. What is below the level of the logger is checked, but no message is
    /// created.
    public struct Levels: Hashable, Sendable {
      /// The last promise with an error was freed, and no handler handled the error.
      public var unhandledError: Logger.Level? = .error
      /// A promise was freed while pending, so that it never settles. Not logged for a promise that
      /// nothing needs any longer, such as the loser of a race, nor for the promises that wait for the
      /// one that was freed.
      public var freedWhilePending: Logger.Level? = .warning
      /// A thread blocks the main queue in `wait()`.
      public var waitOnMain: Logger.Level? = .warning
      /// A promise was resolved a second time, which has no effect.
      public var resolvedAgain: Logger.Level? = .notice
      /// A job waited in its queue for longer than a threshold before it started.
      public var slowQueueWait: Thresholds = [.notice: .milliseconds(100), .warning: .seconds(1)]
      /// A handler or another job ran for longer than a threshold, on a queue other than main.
      public var slowHandler: Thresholds = [.notice: .seconds(1), .warning: .seconds(10)]
      /// A handler or another job ran on the main queue for longer than a threshold.
      public var slowHandlerOnMain: Thresholds = [
        .notice: .milliseconds(100), .warning: .seconds(1),
      ]
      /// An error arose. The promises that follow it and get the same error are not logged.
      public var rejected: Logger.Level? = .debug
      /// A cancellation arose. The promises that follow it are not logged.
      public var cancelled: Logger.Level? = .debug
      /// A chain ended with `cauterize()`, and discarded an error.
      public var cauterized: Logger.Level? = .debug
      /// Events were lost before they reached the observer, or it had to forget the labels of promises
      /// because there were more than its limit; the latter is logged once.
      public var lostEvents: Logger.Level? = .warning

      /// Creates the default levels.
      public init() {}

      /// Levels at which nothing is logged, to turn on single kinds.
      ///
      /// ```swift
      /// var levels = LoggingObserver.Levels.off
      /// levels.unhandledError = .critical
      /// ```
      public static var off: Levels {
        var levels = Levels()
        levels.unhandledError = nil
        levels.freedWhilePending = nil
        levels.waitOnMain = nil
        levels.resolvedAgain = nil
        levels.slowQueueWait = [:]
        levels.slowHandler = [:]
        levels.slowHandlerOnMain = [:]
        levels.rejected = nil
        levels.cancelled = nil
        levels.cauterized = nil
        levels.lostEvents = nil
        return levels
      }
    }

    /// The levels of a message about a length of time: of the thresholds that are exceeded, the longest
    /// one decides.
    ///
    /// ```swift
    /// let thresholds: LoggingObserver.Thresholds = [.notice: .milliseconds(100), .warning: .seconds(1)]
    /// let off: LoggingObserver.Thresholds = [:]
    /// assert(thresholds != off)
    /// ```
    public struct Thresholds: Hashable, Sendable, ExpressibleByDictionaryLiteral {
      /// The level and the nanoseconds of each threshold, the longest first.
      private let sorted: [Threshold]

      private struct Threshold: Hashable, Sendable {
        var level: Logger.Level
        var nanoseconds: Int64
      }

      /// Creates thresholds from levels and lengths. No threshold means that nothing is logged.
      public init(dictionaryLiteral elements: (Logger.Level, Duration)...) {
        sorted = elements.map { level, length in
          let (seconds, attoseconds) = length.components
          let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
          let nanoseconds = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
          return Threshold(
            level: level,
            nanoseconds: isTooLong || nanoseconds.overflow ? .max : nanoseconds.partialValue)
        }.sorted { $0.nanoseconds > $1.nanoseconds }
      }

      var isEmpty: Bool { sorted.isEmpty }

      /// The shortest length that is logged.
      var shortest: Int64 { sorted.last?.nanoseconds ?? .max }

      /// Returns the level for a length; `nil` if no threshold is exceeded.
      func level(for nanoseconds: Int64) -> Logger.Level? {
        guard nanoseconds > shortest else { return nil }
        return sorted.first { nanoseconds > $0.nanoseconds }?.level
      }
    }

    /// Which text of an error is logged. It may be secret.
    ///
    /// ```swift
    /// let observer = LoggingObserver(
    ///   logger: Logger(label: "promises"),
    ///   errors: .redacted { text in text.contains("token") ? "…" : text })
    /// assert(observer.logged == 0)
    /// ```
    public enum ErrorText: Sendable {
      /// What the event contains, which is up to the environment: for an observer that was added with
      /// `values: .on`, what can be read without running code of the program; with `.off`, nothing.
      case described
      /// What the closure returns for that text.
      case redacted(@Sendable (String) -> String)
      /// No text.
      case omitted

      /// Returns the text to log; empty for none.
      func text(of error: String) -> String {
        switch self {
        case .described: error
        case .redacted(let redact): error.isEmpty ? "" : redact(error)
        case .omitted: ""
        }
      }
    }
  }
#endif
