import Testing

/// The binary itself, run as a user runs it: in a real terminal, with real keys and signals.
@Suite(.sideBySide)
enum EndToEnd {}
