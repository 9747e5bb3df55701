import Testing

/// Tests of the binary itself, used as a person uses it: in a real terminal, with real keys and
/// signals. The tests run one after another, so that none waits for a screen while another uses the
/// machine.
@Suite(.serialized)
enum EndToEnd {}
