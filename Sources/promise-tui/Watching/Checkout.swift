/// The checkout that this program was built from, whose libraries a new package needs.
enum Checkout {
  /// Its folder, from the root, wherever it was when this was built.
  static let path: String = {
    let parts = #filePath.split(separator: "/")
    // Sources, promise-tui, Watching and this file lie below it.
    return "/" + parts.dropLast(4).joined(separator: "/")
  }()

  /// A folder is one: it has the manifest and the library.
  static func isOne(_ path: String) -> Bool {
    Folder.isFile("\(path)/Package.swift")
      && Folder.leadsToFolder("\(path)/Sources/PromiseKitLite")
      && Folder.leadsToFolder("\(path)/Sources/PromiseSimulation")
  }
}
