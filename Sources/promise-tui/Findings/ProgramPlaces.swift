import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Finds the files of a program's places in the checkout.
struct ProgramPlaces {
  private var finder: SourceFinder
  private var paths: [String: String?] = [:]
  /// The folder of the repository that contains the current folder; the current folder itself if
  /// there is none.
  let root: String

  /// Creates a value that finds files with `finder`.
  init(_ finder: SourceFinder, root: String = Self.repository(of: Folder.absolute("."))) {
    self.finder = finder
    self.root = root
  }

  /// Returns a place with the path of its file, if that is found.
  mutating func place(_ site: PromiseEvent.SourceSite?) -> ProgramPlace? {
    guard let site, !site.file.isEmpty else { return nil }
    if paths[site.file] == nil { paths[site.file] = .some(finder.path(of: site.file)) }
    return ProgramPlace(
      file: site.file, path: (paths[site.file] ?? nil).map(Folder.absolute),
      line: site.line > 0 ? site.line : nil,
      column: site.line > 0 && site.column > 0 ? site.column : nil)
  }

  /// Returns the nearest folder at or above `folder` with a `.git`; otherwise `folder`.
  static func repository(of folder: String) -> String {
    var path: String? = folder
    while let here = path {
      if Folder.exists("\(here)/.git") { return here }
      path = Folder.parent(of: here)
    }
    return folder
  }
}

extension [PromiseEvent] {
  /// Returns where the promise was created that the event with this number is about. O(n)
  func site(ofEvent number: Int?) -> PromiseEvent.SourceSite? {
    guard let number, let event = first(where: { $0.sequence == number }) else { return nil }
    let promises = event.kind.promises
    for case .created(let creation) in lazy.map(\.kind) where creation.promise == promises.first {
      return creation.site
    }
    return nil
  }
}
