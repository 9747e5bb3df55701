import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk", attributes: .concurrent)

extension CorpusProgram {
  /// A tool that counts the words of files, and whose main function waits for the end.
  package static let commandLineTool = CorpusProgram(
    right: "command-line-tool", isLabelled: false, concurrent: ["disk"]
  ) {
    let counter = WordCounter()
    let counts = counter.countAll((0..<12).map { "file \($0)" })
    // It has no main queue; everything else runs on the disk's queue.
    do {
      let sum = try counts.wait()
      note("\(sum) words")
    } catch {
      note("\(error)")
    }
    return counter
  }
}

private final class WordCounter: Sendable {
  func countAll(_ files: [String]) -> Promise<Int> {
    when(fulfilled: files.map { file in count(file) })
      .map(on: disk) { counts in counts.reduce(0, +) }
      .get(on: disk) { sum in note("counted \(sum)") }
  }

  private func count(_ file: String) -> Promise<Int> {
    read(file)
      .map(on: disk) { text in text.split(separator: " ").count }
      .recover(only: Unreadable.self, on: disk) { _ in Promise.value(0) }
  }

  private func read(_ file: String) -> Promise<String> {
    disk.async(.promise) { () -> String in
      work(10 + file.count * 3)
      if file == "file 5" { throw Unreadable() }
      return file + " has words"
    }
    .then(on: disk) { text in self.decode(text) }
  }

  private func decode(_ text: String) -> Promise<String> {
    disk.async(.promise) {
      work(4)
      return text
    }
  }
}

private struct Unreadable: Error {}
