import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// Finds the text of the source files in which promises were created, if the trace does not contain
/// it: in the checkout, by their `#fileID`, `Module/Name.swift`.
///
/// A folder is walked once, when the first file is looked up.
struct SourceFinder: Sendable {
  /// The folder to search.
  private let root: String
  /// The folders or files that replace a prefix of a file's name, the longest prefix first.
  private let places: [(from: String, to: String)]
  /// The paths of the files in each folder that was walked, by their last component.
  private var walked: [String: [String: [String]]] = [:]
  /// The files whose text the trace contains, or that were looked up already.
  private var known: Set<String> = []

  /// Creates a finder that looks in `places` first, and then below `root`.
  init(below root: String, places: [(from: String, to: String)] = []) {
    self.root = Folder.absolute(root)
    self.places = places.sorted { $0.from.count > $1.from.count }
  }

  /// Returns the texts of the files that these events name for the first time, if they are found.
  mutating func texts(for events: some Sequence<PromiseEvent>) -> [SourceText] {
    var named: [String] = []
    var lines: [String: Set<Int>] = [:]
    for event in events {
      switch event.kind {
      case .sourceText(let file, _, _): known.insert(file)
      case .created(let creation):
        guard let site = creation.site else { continue }
        if known.insert(site.file).inserted { named.append(site.file) }
        lines[site.file, default: []].insert(site.line)
      default: break
      }
    }
    return named.compactMap { file in
      for path in paths(of: file) {
        guard let text = FileText.read(path) else { continue }
        let source = SourceText(file: file, firstLine: 1, text: text)
        if source.hasCode(at: lines[file] ?? []) { return source }
      }
      return nil
    }
  }

  /// Returns where a file is, given its `#fileID` or its absolute path; `nil` if it is not found.
  mutating func path(of file: String) -> String? { paths(of: file).first }

  /// Returns where a file may be, the most likely place first.
  private mutating func paths(of file: String) -> [String] {
    for place in places {
      if file == place.from { return [place.to] }
      guard file.hasPrefix("\(place.from)/") else { continue }
      let path = place.to + file.dropFirst(place.from.count)
      if Folder.isFile(path) { return [path] }
      let paths = search(file, below: place.to)
      if !paths.isEmpty { return paths }
    }
    // Only source files are shown from an absolute path in a trace.
    if file.hasPrefix("/"), SourceName.isShown(file), Folder.isFile(file) { return [file] }
    // Node.js reports a path from the folder in which the program started.
    if SourceName.isScript(file), !file.split(separator: "/").contains("..") {
      let path = "\(root)/\(file)"
      if Folder.isFile(path) { return [path] }
    }
    return search(file, below: root)
  }

  /// Returns, of the files with this name, those in a folder named after the module: the package may have that name,
  /// too, so first those with the fewest folders in between.
  private mutating func search(_ file: String, below folder: String) -> [String] {
    let parts = file.split(separator: "/").map(String.init)
    guard let name = parts.last, parts.count > 1 else { return [] }
    // For an absolute path, the enclosing folder distinguishes the file from others.
    let module = file.hasPrefix("/") ? parts[parts.count - 2] : parts[0]
    let paths = files(below: folder)[name] ?? []
    let inModule = paths.compactMap { path -> (path: String, between: Int)? in
      let folders = path.split(separator: "/").dropLast()
      return folders.lastIndex { $0 == module }.map { (path, folders.count - $0) }
    }
    if inModule.isEmpty { return paths.count == 1 ? paths : [] }
    return inModule.enumerated()
      .sorted { ($0.element.between, $0.offset) < ($1.element.between, $1.offset) }
      .map(\.element.path)
  }

  private mutating func files(below folder: String) -> [String: [String]] {
    if let files = walked[folder] { return files }
    var files: [String: [String]] = [:]
    var left = Self.mostFolders
    Self.walk(folder, depth: 0, left: &left, into: &files)
    walked[folder] = files
    return files
  }

  private static func walk(
    _ folder: String, depth: Int, left: inout Int, into files: inout [String: [String]]
  ) {
    guard depth < 12, left > 0 else { return }
    left -= 1
    for name in Folder.names(of: folder) where SourceName.mayHoldSources(name) {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        files[name, default: []].append(path)
      } else if !name.contains("."), Folder.isFolder(path) {
        walk(path, depth: depth + 1, left: &left, into: &files)
      }
    }
  }

  /// More folders than any checkout has, so that a whole disk is never walked.
  private static let mostFolders = 5000
}

extension SourceText {
  /// Returns whether it has these lines, and none of them is blank; otherwise it is the text of another file, or of
  /// another version.
  fileprivate func hasCode(at numbers: Set<Int>) -> Bool {
    numbers.allSatisfy { number in
      lines.indices.contains(number - firstLine)
        && lines[number - firstLine].contains { !$0.isWhitespace }
    }
  }
}

/// The option that says where the source files of a trace are.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source-path"),
    help: ArgumentHelp(
      "Where a module's files are, or a single file: MyApp=../app/Sources/MyApp. Default: somewhere below the current folder. May be repeated.",
      valueName: "from=to"),
    completion: .directory)
  var paths: [String] = []

  func validate() throws {
    for path in paths where Self.place(path) == nil {
      throw ValidationError(
        "--source-path: '\(path)' is not of the form name=path, such as MyApp=../app/Sources/MyApp."
      )
    }
    for place in paths.compactMap(Self.place) where !Folder.exists(place.to) {
      throw ValidationError(
        "--source-path: \(place.to): no such file or folder. Name the folder of \(place.from), or a file."
      )
    }
  }

  /// Finds the files.
  var finder: SourceFinder { SourceFinder(below: ".", places: paths.compactMap(Self.place)) }

  private static func place(_ text: String) -> (from: String, to: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], Folder.absolute(parts[1])) : nil
  }
}
