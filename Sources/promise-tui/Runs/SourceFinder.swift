import ArgumentParser
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// Finds the texts of the files that promises were made in, where the trace does not have them: in the
/// checkout, as `#fileID` names them, `Module/Name.swift`.
///
/// A folder is walked once, when the first file is looked for.
struct SourceFinder: Sendable {
  /// The folder to look below.
  private let root: String
  /// Where files lie that are looked for by this beginning of their name, the longest first.
  private let places: [(from: String, to: String)]
  /// The paths of the files below each folder that was walked, by their last part.
  private var walked: [String: [String: [String]]] = [:]
  /// The files whose text the trace has, or that were looked for.
  private var known: Set<String> = []

  /// Looks below `root`, and first where `places` say.
  init(below root: String, places: [(from: String, to: String)] = []) {
    self.root = Folder.absolute(root)
    self.places = places.sorted { $0.from.count > $1.from.count }
  }

  /// The texts of the files that these events name for the first time, as far as they are found.
  mutating func texts(for events: some Sequence<PromiseEvent>) -> [SourceText] {
    var named: [String] = []
    for event in events {
      switch event.kind {
      case .sourceText(let file, _, _): known.insert(file)
      case .created(let creation):
        if let file = creation.site?.file, known.insert(file).inserted { named.append(file) }
      case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
        .accessed, .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded,
        .inputSettled, .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan,
        .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired,
        .timerCancelled, .choiceMade, .queueDeclared, .threadNamed, .note, .overridden, .dropped:
        break
      }
    }
    return named.compactMap { file in
      guard let path = path(of: file), let text = FileText.read(path) else { return nil }
      return SourceText(file: file, firstLine: 1, text: text)
    }
  }

  /// Where a file lies that `#fileID` calls so, or that has a whole path; none where it is not found.
  mutating func path(of file: String) -> String? {
    for place in places {
      if file == place.from { return place.to }
      guard file.hasPrefix("\(place.from)/") else { continue }
      let path = place.to + file.dropFirst(place.from.count)
      if Folder.isFile(path) { return path }
      if let path = search(file, below: place.to) { return path }
    }
    // What a trace names is shown: files of this kind alone.
    if file.hasPrefix("/"), file.hasSuffix(".swift"), Folder.isFile(file) { return file }
    return search(file, below: root)
  }

  /// Among files of one name the one that lies in a folder named as the module.
  private mutating func search(_ file: String, below folder: String) -> String? {
    let parts = file.split(separator: "/").map(String.init)
    guard let name = parts.last, parts.count > 1 else { return nil }
    // Of a whole path the folder that the file lies in tells it from others.
    let module = file.hasPrefix("/") ? parts[parts.count - 2] : parts[0]
    let paths = files(below: folder)[name] ?? []
    let inModule = paths.filter { $0.contains("/\(module)/") }
    if let path = inModule.first { return path }
    return paths.count == 1 ? paths.first : nil
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

  /// A checkout has fewer folders; a whole disk is not walked.
  private static let mostFolders = 5000
}

/// Where the files lie that a trace names.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source-path"),
    help: ArgumentHelp(
      "Where a module's files lie, or a single file, as in MyApp=../app/Sources/MyApp; else they are looked for below this folder. May be repeated.",
      valueName: "from=to"),
    completion: .directory)
  var paths: [String] = []

  func validate() throws {
    for path in paths where Self.place(path) == nil {
      throw ValidationError(
        "--source-path takes a module's name or a file's, '=' and a path: MyApp=../app/Sources/MyApp"
      )
    }
    for place in paths.compactMap(Self.place) where !Folder.exists(place.to) {
      throw ValidationError(
        "--source-path: there is no \(place.to): name the folder of \(place.from), or a file")
    }
  }

  /// Who finds them.
  var finder: SourceFinder { SourceFinder(below: ".", places: paths.compactMap(Self.place)) }

  private static func place(_ text: String) -> (from: String, to: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], Folder.absolute(parts[1])) : nil
  }
}
