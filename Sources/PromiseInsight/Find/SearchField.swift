import PromiseGraph

/// Which text of a promise a search finds, the one that says most about the promise first.
package enum SearchField: UInt8, Hashable, Sendable, CaseIterable {
  /// Its name: operation and label.
  case name
  /// Its value.
  case value
  /// Its error.
  case error
  /// Its tag.
  case tag
  /// A note that its handler posted.
  case note
  /// The file and the line that created it.
  case source
}
