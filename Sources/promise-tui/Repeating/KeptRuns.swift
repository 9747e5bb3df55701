import PromiseSystem

/// The folder in which one trace of each group is kept, and in which the runs record.
struct KeptRuns: Sendable {
  /// Where traces are kept.
  let path: String
  /// Where runs record that are not over: nobody else can look into it.
  let workshop: String
  /// The folder was there before us.
  private let isFound: Bool

  /// Makes the folder; where none is named, a new one in `promise-runs`, named after the program.
  ///
  /// - Throws: Why there is no such folder.
  init(_ folder: String?, for program: String) throws(CommandError) {
    if let folder {
      path = folder
      if Folder.names(of: folder).contains(where: Self.isOurs) {
        throw CommandError(
          "\(folder) has runs of another time: take them away, or name another folder", status: 64)
      }
    } else {
      let names = Set(Folder.names(of: "promise-runs"))
      var number = 1
      while names.contains("\(program)-\(number)") { number += 1 }
      path = "promise-runs/\(program)-\(number)"
    }
    workshop = "\(path)/.running"
    isFound = Folder.leadsToFolder(path)
    let problem = Folder.make(path) ?? (mkdir(workshop, 0o700) == 0 ? nil : errno)
    if let problem { throw CommandError(Self.sentence(path, problem), status: 64) }
  }

  /// Why a folder cannot be made, and what to do.
  static func sentence(_ path: String, _ number: Int32) -> String {
    if path.isEmpty { return "--keep is empty: name a folder" }
    let words = "\(path) cannot be made: \(String(cString: strerror(number)))"
    return [EEXIST, ENOTDIR].contains(number)
      ? "\(words): a file is in its way: name another folder with --keep"
      : "\(words): name a folder of your own with --keep"
  }

  /// A file that is kept: `outcome-3.jsonl`.
  private static func isOurs(_ name: String) -> Bool {
    name == ".running" || (name.hasPrefix("outcome-") && name.hasSuffix(".jsonl"))
  }

  /// What `PROMISE_TRACE` is in a run: each of its processes writes a file of its own.
  func pattern(ofRun number: Int) -> String { "\(Folder.absolute(workshop))/\(number).%p.jsonl" }

  /// The traces that the processes of a run wrote.
  func traces(ofRun number: Int) -> [String] {
    Folder.names(of: workshop).filter { $0.hasPrefix("\(number).") }.map { "\(workshop)/\($0)" }
  }

  /// Keeps a trace as that of the group at `place`; answers where, if that could be done.
  func keep(_ trace: String, ofGroup place: Int) -> String? {
    let kept = "\(path)/outcome-\(place + 1).jsonl"
    return rename(trace, kept) == 0 ? kept : nil
  }

  /// Keeps what the first run of a group printed; answers where, if it printed something.
  func keep(_ printed: PrintedFile, ofGroup place: Int) -> String? {
    let kept = "\(path)/outcome-\(place + 1).txt"
    return printed.copy(to: kept) ? kept : nil
  }

  /// Takes the traces of a run away that are not kept.
  func forget(run number: Int) { for trace in traces(ofRun: number) { unlink(trace) } }

  /// Takes away what no run needs any more; also the folder, where nothing is kept in it and it is ours.
  func close() {
    for name in Folder.names(of: workshop) { unlink("\(workshop)/\(name)") }
    rmdir(workshop)
    if !isFound { rmdir(path) }
    if path.hasPrefix("promise-runs/") { rmdir("promise-runs") }
  }
}
