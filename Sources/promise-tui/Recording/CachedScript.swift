import PromiseSystem

/// A script of promise-tui, as a file that Node.js can read.
struct CachedScript {
  /// The name of the file.
  let name: String
  let text: String

  /// Returns the path of the file, in the user's cache, or else in a temporary folder; `nil` if it
  /// cannot be written anywhere.
  func path(_ folders: UserFolders) -> String? {
    if let folder = folders.makeCache(), let path = write(in: folder) { return path }
    return Self.temporary.flatMap { write(in: $0.path) }
  }

  /// A folder that is removed when this process ends.
  private static let temporary = PrivateFolder()

  /// Writes the script into a folder, unless it is there. Returns its path; `nil` if that failed.
  private func write(in folder: String) -> String? {
    let path = "\(folder)/\(name)"
    if isThere(path) { return path }
    do throws(OutputFile.Problem) {
      try OutputFile.replace(path, with: Array(text.utf8))
    } catch {
      return nil
    }
    return isThere(path) ? path : nil
  }

  /// Whether a file is the script, and no other user can change it.
  private func isThere(_ path: String) -> Bool {
    var about = stat()
    guard lstat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_uid == geteuid(),
      about.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return false }
    let bytes = Array(text.utf8)
    do throws(SmallFile.Failure) {
      return try SmallFile.read(path, limit: bytes.count) == bytes
    } catch {
      return false
    }
  }
}
