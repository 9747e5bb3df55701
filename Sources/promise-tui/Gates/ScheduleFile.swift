import PromiseKitLite
import PromiseSystem

/// A schedule in a file, which another run is to keep.
struct ScheduleFile: Sendable {
  let path: String
  let schedule: JobSchedule

  /// Reads the file.
  ///
  /// - Throws: Why it is no schedule that a program can keep, with the next step.
  init(_ path: String) throws(CommandError) {
    self.path = path
    guard !Folder.exists(path) || Folder.isFile(path) || Folder.leadsToFolder(path) else {
      throw CommandError(
        "--schedule: \(path) is a pipe or a device: name a file, which the program can read as well",
        status: 66)
    }
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, limit: Self.mostBytes)
    } catch {
      throw error.about("--schedule")
    }
    guard bytes.count <= Self.mostBytes else {
      throw CommandError(
        "--schedule: \(path) has more than \(Self.mostBytes >> 20) MB: choose a smaller schedule",
        status: 65)
    }
    do {
      schedule = try JobSchedule(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandError("--schedule: \(path), \(error). \(Self.writers)", status: 65)
    }
    guard !schedule.steps.isEmpty else {
      throw CommandError(
        "--schedule: \(path) lists no starts: nothing can be kept. \(Self.writers)",
        status: 65)
    }
  }

  private static let writers =
    "'run -o FILE' and 'repeat --schedules' write such files"
  private static let mostBytes = 64 << 20
}

/// The folder of the orders of gated runs.
enum KeptSchedules {
  /// Writes a schedule as the newest one of a program, and returns its path; only the newest ones of a
  /// program stay.
  ///
  /// - Throws: Why it is not kept.
  static func keep(
    _ schedule: JobSchedule, of program: String, comment: String, in folders: UserFolders
  ) throws(CommandError) -> String {
    guard let state = folders.makeState() else {
      throw CommandError(
        "\(unkept): the folder of the state cannot be written. "
          + "-o names a file")
    }
    let folder = "\(state)/schedules"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .unwritable(folder).about(unkept)
    }
    let numbers = Folder.names(of: folder).compactMap { number(of: $0, program) }.sorted()
    for old in numbers.dropLast(mostKept - 1) { unlink("\(folder)/\(program)-\(old)\(ending)") }
    let path = "\(folder)/\(program)-\((numbers.last ?? 0) + 1)\(ending)"
    try write(schedule, to: path, comment: comment)
    return path
  }

  /// Writes a schedule to a file, whose contents are replaced.
  static func write(
    _ schedule: JobSchedule, to path: String, comment: String
  ) throws(CommandError) {
    do {
      try OutputFile.replace(path, with: Array(schedule.text(comment: comment).utf8))
    } catch {
      throw error.about(unkept)
    }
  }

  /// Returns why no schedule can be written to a file; `nil` if no problem is known.
  static func problem(writing path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "-o needs the name of a file, such as run.schedule", status: 64)
    }
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    let number =
      !Folder.leadsToFolder(folder)
      ? ENOENT
      : Folder.leadsToFolder(path)
        ? EISDIR : access(Folder.exists(path) ? path : folder, W_OK) == 0 ? nil : errno
    if let number { return .unwritable(path, number).about("-o", status: 64) }
    guard Folder.isFile(path),
      let bytes = try? SmallFile.read(path, limit: JobSchedule.heading.utf8.count),
      !bytes.isEmpty, !bytes.starts(with: Array(JobSchedule.heading.utf8))
    else { return nil }
    return CommandError(
      "-o: \(path) exists and is not a schedule: choose another file", status: 64)
  }

  private static func number(of name: String, _ program: String) -> Int? {
    guard name.hasPrefix("\(program)-"), name.hasSuffix(ending) else { return nil }
    return Int(name.dropFirst(program.count + 1).dropLast(ending.count))
  }

  private static let unkept = "the order is not kept"
  private static let ending = ".schedule"
  private static let mostKept = 20
}
