import PromiseScreens
import Synchronization
import PromiseSystem

/// Builds a package and runs its program, on the thread that asks.
final class PackageMaker: Sendable {
  let package: WatchedPackage
  let attention: Attention
  /// The program that runs now, whichever that is, and what asks it to end.
  private let current = Mutex<(child: ChildProcess, signal: Int32)?>(nil)
  /// The only program that the manifest names, and when that was so.
  private let known = Mutex<(program: String, manifest: Folder.Stamp)?>(nil)

  init(_ package: WatchedPackage, attention: Attention) {
    self.package = package
    self.attention = attention
  }

  /// Ends what is running; from any thread.
  func stop() {
    attention.close()
    current.withLock { $0?.child.send($0?.signal ?? SIGKILL) }
  }

  /// Builds and runs it once; tells from time to time how far it is.
  func make(_ progress: MakingProgress) -> Making {
    guard Folder.isFile(package.manifest) else { return .failed(.noManifest(package.folder)) }
    let program: String
    switch chosenProgram(progress) {
    case .failure(let stop): return stop.making
    case .success(let name): program = name
    }
    progress("building", 0, "")
    let build = package.command("build", "--product", program)
    var output = BuildOutput()
    switch run(build, "building", progress, { output.add($0) }, { output.step }) {
    case .failure(let stop): return stop.making
    case .success(let ending):
      output.finish()
      if ending != .exited(0) { return .failed(.build(output, of: package)) }
    }
    return ProgramRun(maker: self, program: program).make(progress)
  }

  /// The program to run: the one that was named, or the only one that there is.
  private func chosenProgram(_ progress: MakingProgress) -> Result<String, Stop> {
    if let name = package.product { return .success(name) }
    let stamp = Folder.stamp(of: package.manifest)
    if let known = known.withLock({ $0 }), known.manifest == stamp {
      return .success(known.program)
    }
    let describe = package.command("package", "describe", "--type", "json")
    var all: [UInt8] = []
    switch run(describe, "reading Package.swift", progress, { all += $0 }, { "" }) {
    case .failure(let stop): return .failure(stop)
    case .success(let ending):
      guard ending == .exited(0), let description = PackageDescription(json: all) else {
        var output = BuildOutput()
        output.add(all)
        output.finish()
        return .failure(Stop(.failed(.build(output, of: package))))
      }
      guard let name = description.programs.first, description.programs.count == 1 else {
        return .failure(Stop(.failed(.programs(description, in: package))))
      }
      if let stamp { known.withLock { $0 = (name, stamp) } }
      return .success(name)
    }
  }

  /// Why what is being made is given up.
  struct Stop: Error {
    let making: Making
    init(_ making: Making) { self.making = making }
  }

  /// Runs a command of the package manager to its end.
  private func run(
    _ words: [String], _ work: String, _ progress: MakingProgress, _ take: ([UInt8]) -> Void,
    _ step: () -> String
  ) -> Result<ChildProcess.Ending, Stop> {
    guard let (end, writing) = ReadingEnd.pipe() else { return .failure(Stop(.failed(.noRoom))) }
    let child: ChildProcess
    do {
      child = try ChildProcess.start(
        ChildProcess.Program(
          words: words, variables: ["TERM": "dumb"],
          descriptors: [STDOUT_FILENO: writing, STDERR_FILENO: writing]))
    } catch {
      close(writing)
      return .failure(Stop(.failed(.start(words[0], error))))
    }
    close(writing)
    return follow(
      child, [end], asking: SIGINT,
      tick: { seconds in
        progress(work, seconds, step())
        return nil
      },
      take: { _, bytes in
        take(bytes)
        return nil
      })
  }

  /// Follows a program to its end, or to that of everybody's interest in it.
  ///
  /// - Parameters:
  ///   - signal: What asks it to end, where it is given up.
  ///   - tick: Told the seconds, each once; answers why the program is to be given up, if it is.
  ///   - take: Told what has come at which of the ends; answers the same.
  func follow(
    _ child: ChildProcess, _ ends: [ReadingEnd], asking signal: Int32,
    tick: (_ seconds: Int) -> Making?, take: (_ end: Int, _ bytes: [UInt8]) -> Making?
  ) -> Result<ChildProcess.Ending, Stop> {
    current.withLock { $0 = (child, signal) }
    defer { current.withLock { $0 = nil } }
    func giveUp(_ making: Making) -> Result<ChildProcess.Ending, Stop> {
      child.end(asking: signal)
      return .failure(Stop(making))
    }
    let begin = Attention.now
    var seconds = 0
    while true {
      let hasEnded = child.ending
      for (place, end) in ends.enumerated() {
        while case let bytes = end.read(), !bytes.isEmpty {
          if let making = take(place, bytes) { return giveUp(making) }
        }
      }
      if let hasEnded { return .success(hasEnded) }
      let open = ends.filter { !$0.isAtEnd }.map(\.descriptor) + [child.ended]
      let next = begin + Int64(seconds + 1) * 1_000_000_000
      switch attention.wait(for: open, until: next) {
      case .ready: break
      case .saved: return giveUp(.interrupted(.saved))
      case .closed:
        child.send(signal)
        return .failure(Stop(.interrupted(.closed)))
      case .late:
        seconds += 1
        if let making = tick(seconds) { return giveUp(making) }
      }
    }
  }
}
