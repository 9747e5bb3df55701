import ArgumentParser

/// Why something cannot be done, in a sentence with the next step, and the exit status that comes of it.
struct Refusal: Error, Hashable {
  var sentence: String
  var status: Int32

  init(_ sentence: String, status: Int32) {
    self.sentence = sentence
    self.status = status
  }

  /// The status, once the sentence is told.
  func told() -> ExitCode {
    Output.complain(sentence)
    return ExitCode(status)
  }
}
