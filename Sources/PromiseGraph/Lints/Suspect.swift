package import PromiseEvents

/// What a relation found: the finding names the promise that the sentence is about first, and then the other one.
package struct Suspect: Hashable, Sendable {
  /// How likely it is that a reader wants to see it, in percent: how odd it is among its peers, and what followed.
  package var weight: Int
  package var finding: Finding
  /// The places of the two promises; alike suspects are those with the same places.
  package let lines: [LinePlace]

  /// Creates it for a promise of which something holds since `cause`, as `moment` shows; `other` is the second
  /// promise, and the same holds for `count` of the `peers` of their line.
  init(
    _ promise: PromiseNode, and other: PromiseNode, weight: Int, since cause: Moment,
    at moment: Moment,
    count: Int = 1, of peers: Int = 1
  ) {
    self.weight = weight
    finding = Finding(moment, promise: promise.id)
    finding.add(other.id)
    finding.cause = cause.sequence
    finding.place = promise.creation.site
    (finding.count, finding.number) = (count, Int64(peers))
    lines = [promise.creation.site, other.creation.site].compactMap { $0.map { LinePlace($0) } }
  }
}

extension Suspect {
  /// Whether it is worth a look for everybody, not only for a reader who looks for what led to a symptom.
  package var isUnusual: Bool { weight >= 60 }

  /// Whether it names all lines that `other` names.
  func covers(_ other: Suspect) -> Bool { other.lines.allSatisfy(lines.contains) }
}

/// A line of a file.
package struct LinePlace: Hashable, Sendable {
  var file: String
  var line: Int

  package init(_ site: SourceSite) { (file, line) = (site.file, site.line) }
}

extension Finding {
  /// The lines of all promises that it names.
  package func lines(in graph: Graph) -> Set<LinePlace> {
    let sites = ([promise] + others).map { graph.read($0) { $0.creation.site } ?? nil } + [place]
    return Set(sites.compactMap { $0.map { LinePlace($0) } })
  }

  /// Returns the second promise that it names, with its place: `p15 .done at Sync.swift:41`.
  func placed(in graph: Graph) -> String {
    guard let other = others.first else { return "" }
    let site = graph.read(other) { $0.creation.site } ?? nil
    return graph.title(of: other) + (site.map { " at \($0.fileName):\($0.line)" } ?? "")
  }
}
