import PromiseKitLite
import PromiseScreens
import Synchronization
import PromiseSystem

/// A trace that is read while it is shown: a file, one that still grows, or standard input.
///
/// It is read on a thread of its own, no faster than the screens take it, so that keys are heard meanwhile.
final class TraceFeed: Feed {
  private let input: TraceInput
  private let growth: FileGrowth?
  private let outlet: Outlet
  private let finder: SourceFinder
  private let stop: WakePipe
  /// What is wrong with it, once that is known.
  private let state = Mutex(Farewell())

  /// Begins to read; none where the system has no room for it. With `growth` the file is read on as it
  /// grows.
  init?(_ input: TraceInput, growth: FileGrowth?, finder: SourceFinder, outlet: Outlet) {
    guard let stop = WakePipe() else { return nil }
    self.stop = stop
    self.input = input
    self.growth = growth
    self.finder = finder
    self.outlet = outlet
    outlet.post(.began(program))
    outlet.post(.progress("reading \(input.name)"))
    guard startThread({ self.run() }) else { return nil }
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: DemoEntry(name: Folder.name(of: input.name), teaches: "recorded in \(input.name)"))
  }

  /// Reads to the end, and again from the beginning where the file is written anew.
  private func run() {
    var progress = ReadingProgress(of: input)
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      var stream = TraceStream(of: program, finder: finder, outlet: outlet)
      var bytesRead = 0
      do throws(TraceError) {
        while wait(bytesRead, &progress) {
          let bytes = input.read(into: &buffer)
          bytesRead += bytes.count
          if bytes.isEmpty {
            guard let growth else {
              let complaints = try stream.finish()
              return end(complaints, isCutShort: stream.isCutShort)
            }
            outlet.post(.progress(""))
            guard growth.wait(beyond: bytesRead, stop: stop.reading) else { break }
            continue
          }
          guard try stream.take(bytes) else { return }
          if let words = progress.words(bytesRead, events: stream.count) {
            outlet.post(.progress(words))
          }
        }
      } catch {
        return refuse(error)
      }
      guard growth?.begins(again: bytesRead) == true else { return }
      lseek(input.descriptor, 0, SEEK_SET)
    }
  }

  /// Waits for bytes; says meanwhile that there are none. False where nobody looks any more.
  private func wait(_ bytesRead: Int, _ progress: inout ReadingProgress) -> Bool {
    var sources = [input.descriptor, stop.reading].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if poll(&sources, 2, 0) == 0 {
      outlet.post(.progress(bytesRead == 0 ? "waiting for \(input.name)" : ""))
      progress.pause()
      while poll(&sources, 2, -1) < 0, errno == EINTR {}
    }
    return sources[1].revents == 0
  }

  private func end(_ complaints: [String], isCutShort: Bool) {
    let trouble = complaints.isEmpty ? nil : complaints.joined(separator: "; ")
    state.withLock { $0.sentences = complaints.map { "\(input.name): \($0)" } }
    outlet.post(.programEnded(.read(trouble: trouble, isCutShort: isCutShort)))
  }

  private func refuse(_ error: TraceError) {
    state.withLock { $0 = Farewell(status: 65, sentences: ["\(input.name): \(error.advice)"]) }
    outlet.post(.programEnded(.read(trouble: error.advice)))
  }

  var farewell: Farewell { state.withLock { $0 } }

  /// Nothing to do: what is shown has run.
  func runNextJob() {}

  /// Reads no more.
  func close() { stop.wake() }
}

/// A trace in the place of the demos.
struct TraceSource: DemoSource {
  let input: TraceInput
  /// It is read on as it grows.
  let follows: Bool
  let finder: SourceFinder

  func open(_ opening: Opening, _ outlet: Outlet) -> (any Feed)? {
    TraceFeed(
      input, growth: follows ? FileGrowth(of: input) : nil, finder: finder, outlet: outlet)
  }

  // A recorded run has one schedule.
  func findOrder(_ demo: String, _ request: OrderRequest, _ outlet: Outlet) {}
  func findCritical(_ demo: String, _ request: CriticalRequest, _ outlet: Outlet) {}
}
