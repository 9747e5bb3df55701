package import PromiseEvents

/// A lint that compares what the promises of a line did, and reports what is unusual: worth a look, and no proof
/// of a mistake.
///
/// A relation is computed for a whole run, when its findings are read, in time O(promises). It finds nothing in a
/// run that has lost events, because a reader may have been lost with them.
package protocol Relation: Lint {
  /// Returns what is unusual in a run.
  static func suspects(in run: RunLines) -> [Suspect]
  /// Returns what was found, with names, without how many runs of the line it concerns.
  static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String
}

extension Relation {
  package static var severity: Severity { .look }
  package static var kinds: [PromiseEvent.Kind.Name]? { [] }

  package static func sentence(_ finding: Finding, in graph: Graph, _ language: Language) -> String
  {
    let words = words(finding, in: graph, language)
    guard finding.number > 1 else { return words }
    return language.text(
      "\(words) (\(finding.count) of \(Int(clamping: finding.number)) runs of that line)")
  }
}

extension Finding {
  /// Returns the second promise that it names, with its place: `p15 .done at Sync.swift:41`.
  func placed(in graph: Graph) -> String {
    guard let other = others.first else { return "" }
    let site = graph.read(other) { $0.creation.site } ?? nil
    return graph.title(of: other) + (site.map { " at \($0.fileName):\($0.line)" } ?? "")
  }
}

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
  /// Whether it names all lines that `other` names.
  fileprivate func covers(_ other: Suspect) -> Bool { other.lines.allSatisfy(lines.contains) }
}

/// A line of a file.
package struct LinePlace: Hashable, Sendable {
  var file: String
  var line: Int

  init(_ site: SourceSite) { (file, line) = (site.file, site.line) }
}

extension Finding {
  /// The lines of all promises that it names.
  package func lines(in graph: Graph) -> Set<LinePlace> {
    let sites = ([promise] + others).map { graph.read($0) { $0.creation.site } ?? nil } + [place]
    return Set(sites.compactMap { $0.map { LinePlace($0) } })
  }
}

extension Lints {
  /// The relations. Add a new one here.
  package static let relations: [any Relation.Type] = [
    NotAwaited.self, NotRead.self, StartedEarly.self, LeftOut.self, ReadAfterRejection.self,
    LeftRunning.self, NeverResolved.self,
  ]

  /// The lints and the relations.
  package static let every: [any Lint.Type] = all + relations
}

extension LintState {
  /// Returns what the enabled relations find in a run, the most unusual first, at most `limit`, each with its
  /// index in ``Lints/every``. What concerns only the places of something `known` is left out. `isOver` says whether nothing follows.
  ///
  /// - Complexity: O(promises)
  package func suspects(
    in graph: Graph, isOver: Bool, besides known: [Set<LinePlace>], limit: Int
  ) -> [(lint: Int, finding: Finding)] {
    guard limit > 0, graph.gaps == 0, graph.dropped == 0, !graph.gate.isClosed else { return [] }
    let run = RunLines(graph, isOver: isOver)
    var found: [(lint: Int, suspect: Suspect)] = []
    for place in Lints.all.count..<Lints.every.count where settings.reports(place) {
      guard let relation = Lints.every[place] as? any Relation.Type,
        relation.applies(to: graph.programLanguage)
      else { continue }
      found += relation.suspects(in: run).map { (place, $0) }
    }
    found.sort {
      ($0.suspect.weight, -$0.suspect.finding.moment.sequence)
        > ($1.suspect.weight, -$1.suspect.finding.moment.sequence)
    }
    var kept: [(lint: Int, suspect: Suspect)] = []
    for next in found where kept.count < limit {
      let lines = next.suspect.lines
      guard next.suspect.weight >= Self.leastWeight, !lines.isEmpty,
        !known.contains(where: { lines.allSatisfy($0.contains) }),
        !kept.contains(where: { $0.suspect.covers(next.suspect) })
      else { continue }
      kept.append(next)
    }
    return kept.map { ($0.lint, $0.suspect.finding) }
  }

  /// Below this weight, what is found is usual.
  private static var leastWeight: Int { 60 }
}
