import Testing

/// Tests of the binary itself, used as a person uses it: in a real terminal, with real keys and
/// signals. They begin with the first tests of the other targets, and few of them run at a time.
@Suite(.sideBySide)
enum EndToEnd {}
