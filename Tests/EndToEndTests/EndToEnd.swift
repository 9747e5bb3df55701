import Testing

/// The binary itself, run as a person runs it: in a real terminal, with real keys and signals.
///
/// One test after the other, so that none waits for a screen while another has the machine.
@Suite(.serialized)
enum EndToEnd {}
