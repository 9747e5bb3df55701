/// What a piece of text means; a theme turns it into colours and attributes.
package enum Role: String, Hashable, Sendable, CaseIterable {
  case body, dim, title, heading, border, focusedBorder, key, warning
  // The states of a promise.
  case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, lost
  /// What has not happened yet at the playhead, or is predicted.
  case future
  case winner
  /// The line of source that runs.
  case currentLine
  /// A match of a search.
  case match
}

/// Text of one meaning.
package struct Span: Hashable, Sendable {
  package var text: String
  package var role: Role

  package init(_ text: String, _ role: Role = .body) {
    self.text = text
    self.role = role
  }
}

/// One line of spans, not yet cut to any width.
package struct StyledLine: Hashable, Sendable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) { self.spans = spans }
  package init(_ text: String, _ role: Role = .body) { spans = [Span(text, role)] }

  /// Adds `text` at the end.
  package mutating func add(_ text: String, _ role: Role = .body) { spans.append(Span(text, role)) }

  /// The line without its meanings.
  package var text: String { spans.map(\.text).joined() }
}
