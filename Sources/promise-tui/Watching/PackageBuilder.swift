import PromiseScreens
import PromiseSystem
import Synchronization

/// Builds a package and runs its program, on the calling thread.
final class PackageBuilder: Sendable {
  let package: WatchedPackage
  let waiter: EventWaiter
  /// The process that is running now, and the signal that asks it to end.
  private let current = Mutex<(child: ChildProcess, signal: Int32)?>(nil)
  /// The only program in the manifest, and the version of the manifest that says so.
  private let known = Mutex<(program: String, manifest: Folder.Stamp)?>(nil)

  init(_ package: WatchedPackage, waiter: EventWaiter) {
    self.package = package
    self.waiter = waiter
  }

  /// Ends what is running. Can be called from any thread.
  func stop() {
    waiter.close()
    current.withLock { $0?.child.send($0?.signal ?? SIGKILL) }
  }

  /// Builds and runs the package once, and reports the progress from time to time.
  func make(_ progress: BuildProgress) -> BuildResult {
    guard Folder.isFile(package.manifest) else { return .failed(.noManifest(package.folder)) }
    do {
      let program = try chosenProgram(progress)
      progress("building", 0, "", [])
      let build = package.command("build", "--product", program)
      var output = BuildOutput()
      let ending = try run(build, "building", progress, { output.add($0) }) {
        (output.step, Array(output.lines.suffix(8)))
      }
      output.finish()
      if ending != .exited(0) { return .failed(.build(output, of: package)) }
      return try ProgramRun(builder: self, program: program).make(progress)
    } catch {
      return error
    }
  }

  /// Returns the program to run: the one that was named, or the only one.
  private func chosenProgram(_ progress: BuildProgress) throws(BuildResult) -> String {
    if let name = package.product { return name }
    let stamp = Folder.stamp(of: package.manifest)
    if let known = known.withLock({ $0 }), known.manifest == stamp { return known.program }
    let describe = package.command("package", "describe", "--type", "json")
    var all: [UInt8] = []
    let ending = try run(describe, "reading Package.swift", progress, { all += $0 }) { ("", []) }
    guard ending == .exited(0), let description = PackageDescription(json: all) else {
      var output = BuildOutput()
      output.add(all)
      output.finish()
      throw .failed(.build(output, of: package))
    }
    guard let name = description.programs.first, description.programs.count == 1 else {
      throw .failed(.programs(description, in: package))
    }
    if let stamp { known.withLock { $0 = (name, stamp) } }
    return name
  }

  /// Runs a command of the package manager to its end.
  private func run(
    _ arguments: [String], _ work: String, _ progress: BuildProgress, _ take: ([UInt8]) -> Void,
    _ step: () -> (step: String, printed: [String])
  ) throws(BuildResult) -> ChildProcess.Ending {
    let (child, end) = try start { writing in
      ChildProcess.Program(
        arguments: arguments, variables: ["TERM": "dumb"],
        descriptors: [STDOUT_FILENO: writing, STDERR_FILENO: writing])
    }
    return try follow(
      child, end, asking: SIGINT,
      tick: { seconds in
        let (step, printed) = step()
        progress(work, seconds, step, printed)
        return nil
      },
      take: { bytes in
        take(bytes)
        return nil
      })
  }

  private static let mostReads = 64

  /// Starts a program that writes to a pipe, and returns the reading end.
  func start(
    _ program: (_ writing: Int32) -> ChildProcess.Program
  ) throws(BuildResult) -> (ChildProcess, PipeReader) {
    guard let (end, writing) = PipeReader.pipe() else { throw (.failed(.noRoom)) }
    defer { close(writing) }
    let program = program(writing)
    do {
      return (try ChildProcess.start(program), end)
    } catch {
      throw .failed(.start(program.name, error))
    }
  }

  /// Follows a program until it ends or is stopped.
  ///
  /// - Parameters:
  ///   - signal: What asks it to end if it is stopped.
  ///   - tick: Called four times a second with the number of seconds; returns why the program should be
  ///     stopped, if it should.
  ///   - take: Called with what was read; returns the same.
  func follow(
    _ child: ChildProcess, _ end: PipeReader, asking signal: Int32,
    tick: (_ seconds: Int) -> BuildResult?, take: (_ bytes: [UInt8]) -> BuildResult?
  ) throws(BuildResult) -> ChildProcess.Ending {
    current.withLock { $0 = (child, signal) }
    defer { current.withLock { $0 = nil } }
    func giveUp(_ result: BuildResult) -> BuildResult {
      child.end(asking: signal)
      return result
    }
    let begin = EventWaiter.now
    var ticks: Int64 = 0
    while true {
      let ending = child.ending
      // A program that never stops printing may still be stopped.
      var isDone = false
      for _ in 0..<Self.mostReads where !isDone {
        let bytes = end.read()
        isDone = bytes.isEmpty
        if !isDone, let result = take(bytes) { throw giveUp(result) }
      }
      if let ending, isDone { return ending }
      let next = begin + (ticks + 1) * 250_000_000
      let open = (end.isAtEnd ? [] : [end.descriptor]) + [child.ended]
      switch waiter.wait(for: open, until: next) {
      case .ready: break
      case .saved: throw giveUp(.interrupted(.saved))
      case .closed:
        child.send(signal)
        throw .interrupted(.closed)
      case .late:
        ticks += 1
        if let result = tick(Int(ticks / 4)) { throw giveUp(result) }
      }
    }
  }
}

/// The result of building and running a package once. It is thrown where the work stops early.
enum BuildResult: Error, Hashable {
  /// It ran; at the end something may have gone wrong.
  case ran(Recording, BuildFailure?)
  /// There is no run.
  case failed(BuildFailure)
  /// It was interrupted: a file was saved meanwhile, or the screen was closed.
  case interrupted(EventWaiter.Call)
}

/// Reports the progress: the current work, for how long, the build's own progress, and the last lines of
/// its output.
typealias BuildProgress = (
  _ work: String, _ seconds: Int, _ step: String, _ printed: [String]
) -> Void
