import CHost
import PromiseKitLite
import PromiseSystem

/// The result of the runs with an order; the name of the files that are kept of it.
enum OrderResult: String, CaseIterable {
  case failing, passing

  init(fails: Bool) { self = fails ? .failing : .passing }
}

/// The folder where runs record, and where one trace of each group is kept.
struct KeptRuns: Sendable {
  /// The folder of the kept traces.
  let path: String
  /// The folder where unfinished runs record; only this user can read it.
  let workFolder: String
  /// Whether the folder existed before.
  private let existed: Bool

  /// Creates the folder; if none is named, a new one in `promise-runs`, named after the program.
  ///
  /// - Throws: A `CommandError` that explains why it cannot be created.
  init(_ folder: String?, for program: String) throws(CommandError) {
    if let folder {
      path = folder
      if Folder.names(of: folder).contains(where: Self.isOurs) {
        throw CommandError(
          "\(folder) contains runs from an earlier time: delete them, or choose another folder",
          status: 64)
      }
    } else {
      let names = Set(Folder.names(of: "promise-runs"))
      var number = 1
      while names.contains("\(program)-\(number)") { number += 1 }
      path = "promise-runs/\(program)-\(number)"
    }
    workFolder = "\(path)/.running"
    existed = Folder.leadsToFolder(path)
    let problem = Folder.make(path) ?? (mkdir(workFolder, 0o700) == 0 ? nil : errno)
    if let problem { throw CommandError(Self.sentence(path, problem), status: 64) }
    host_guard_folder(Folder.absolute(workFolder), true)
  }

  /// Explains why a folder cannot be created, and what to do.
  static func sentence(_ path: String, _ number: Int32) -> String {
    if path.isEmpty { return "-o needs the name of a folder" }
    return [EEXIST, ENOTDIR].contains(number)
      ? "\(path) cannot be created: a file is in the way. Choose another folder with -o"
      : "\(path) cannot be created: \(String(cString: strerror(number))). Choose a folder of your own with -o"
  }

  /// Returns whether a file is one that is kept: `outcome-3.ptrace`.
  private static func isOurs(_ name: String) -> Bool {
    name == ".running" || (name.hasPrefix("outcome-") && TraceName.isTrace(name))
      || OrderResult.allCases.contains { name.hasPrefix("\($0.rawValue).") }
  }

  /// Returns the path to which a run records: each of its processes writes a separate file.
  func path(ofRun number: Int) -> String { "\(workFolder)/\(number).%p\(TraceName.binary)" }

  /// Returns the traces that the processes of a run wrote.
  func traces(ofRun number: Int) -> [String] {
    Folder.names(of: workFolder).filter { $0.hasPrefix("\(number).") && TraceName.isTrace($0) }
      .map { "\(workFolder)/\($0)" }
  }

  /// Returns where the output of a run is while it is checked.
  func outputPath(ofRun number: Int) -> String { "\(workFolder)/\(number).txt" }

  /// Keeps a trace as that of the group at `place`. Returns its new path; `nil` if that failed.
  func keep(_ trace: String, ofGroup place: Int) -> String? {
    let kept = "\(path)/outcome-\(place + 1)\(TraceName.binary)"
    return rename(trace, kept) == 0 ? kept : nil
  }

  /// Keeps the output of the first run of a group. Returns its path; `nil` if there was no output.
  func keep(_ printed: PrintedOutput, ofGroup place: Int) -> String? {
    let kept = "\(path)/outcome-\(place + 1).txt"
    return printed.count > 0 && printed.write(to: kept) ? kept : nil
  }

  /// Keeps the trace of a run that is not the first of its group, for the closest pair. Returns its new path;
  /// `nil` if that failed.
  func keep(_ trace: String, ofRun number: Int, inGroup place: Int) -> String? {
    let kept = "\(path)/outcome-\(place + 1)-run-\(number)\(TraceName.binary)"
    return rename(trace, kept) == 0 ? kept : nil
  }

  /// Writes an order to a file, for a run. Returns its path; `nil` if that failed.
  func write(_ schedule: JobSchedule, forRun number: Int) -> String? {
    let path = "\(workFolder)/\(number).schedule"
    return Self.write(schedule.text(), to: path) ? path : nil
  }

  /// Writes a text to a file that only this user can read. Returns whether that succeeded.
  private static func write(_ text: String, to path: String) -> Bool {
    (try? OutputFile.replace(path, with: Array(text.utf8))) != nil
  }

  /// Keeps the trace of a run until it is known whether it is needed. Returns its new path; `nil` if that failed.
  func setAside(_ trace: String, ofRun number: Int) -> String? {
    let path = "\(workFolder)/kept-\(number)\(TraceName.binary)"
    return rename(trace, path) == 0 ? path : nil
  }

  /// Keeps an order and the trace of a run with it. Returns the paths of those that could be kept.
  func keep(
    _ schedule: JobSchedule, comment: String, trace: String?, as result: OrderResult
  ) -> (schedule: String?, trace: String?) {
    let file = "\(path)/\(result.rawValue).schedule"
    let kept = "\(path)/\(result.rawValue)\(TraceName.binary)"
    let isWritten = Self.write(schedule.text(comment: comment), to: file)
    let isMoved = trace.map { rename($0, kept) == 0 } ?? false
    return (isWritten ? file : nil, isMoved ? kept : nil)
  }

  /// Deletes the traces of a run that are not kept, except one of them.
  func deleteTraces(ofRun number: Int, except kept: String? = nil) {
    for trace in traces(ofRun: number) where trace != kept { unlink(trace) }
  }

  /// Deletes what is no longer needed; also the folder, if it is empty and was created here.
  func close() {
    for name in Folder.names(of: workFolder) { unlink("\(workFolder)/\(name)") }
    rmdir(workFolder)
    host_guard_folder(Folder.absolute(workFolder), false)
    if !existed { rmdir(path) }
    if path.hasPrefix("promise-runs/") { rmdir("promise-runs") }
  }
}
