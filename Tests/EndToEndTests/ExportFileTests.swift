import Foundation
import Testing

extension EndToEnd {
  /// Exports that cannot be written.
  @Suite
  struct ExportFileTests {
    /// Runs a script with a new folder in `$1` and the program in `$2`.
    private func run(_ script: String, in scratch: ScratchFolder) throws -> Command.Outcome {
      try Command(["sh", "-c", script, "sh", scratch.root, Binary.path]).run()
    }

    @Test("Beyond the limit on the size of files, an export fails, and leaves no file")
    func limit() throws {
      let scratch = try ScratchFolder()
      let file = try run(
        "cd $1; ulimit -f 8; exec $2 export pyramid --as html -o run.html", in: scratch)
      #expect(file.status == 1)
      #expect(file.error.contains("run.html cannot be written: File too large. 'ulimit -f'"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.root) == [])
      let output = try run(
        "cd $1; ulimit -f 8; exec $2 export pyramid --as html >run.html", in: scratch)
      #expect(output.status == 1)
      #expect(output.error.contains("standard output cannot be written: File too large"))
    }

    @Test("A file that may not be written is not replaced", .enabled(if: getuid() != 0))
    func permission() throws {
      let scratch = try ScratchFolder()
      let outcome = try run(
        "cd $1; echo old >run.dot; chmod 400 run.dot; exec $2 export pyramid -o run.dot",
        in: scratch)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("run.dot cannot be written: Permission denied"))
      #expect(scratch.text("run.dot") == "old\n")
    }

    /// Whether this user may mount a file system for a process of his own.
    private static let canMount =
      (try? Command(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).run().status) == 0

    @Test(
      "On a full or a read-only disk, an export says so, and leaves no file",
      .enabled(if: canMount))
    func disk() throws {
      let scratch = try ScratchFolder()
      let outcome = try Command([
        "unshare", "-rm", "sh", "-c",
        """
        mount -t tmpfs -o size=64k none "$1" && cd "$1" || exit 1
        $2 export pyramid --as html -o run.html; echo "status $?"
        $2 export pyramid --as html -o new/run.html; mkdir new
        $2 watch --new hello --library \(checkout.path); $2 export pyramid --as dot -o run.dot; ls -A
        mount -o remount,bind,ro "$1"
        $2 export pyramid --as dot -o run.dot; $2 export pyramid --as dot -o other.dot
        $2 record -o run.jsonl -- true; $2 watch --new other --library \(checkout.path)
        """, "sh", scratch.root, Binary.path,
      ]).run()
      let errors = outcome.error.replacing("promise-tui: ", with: "")
        .replacing(scratch.root + "/", with: "").split(separator: "\n").map(String.init)
      let readOnly =
        "cannot be written: Read-only file system. Choose a file in a folder of your own"
      #expect(
        errors == [
          "run.html cannot be written: No space left on device. "
            + "Free some space, or choose a file elsewhere",
          "new: no such folder. 'mkdir -p new' creates it",
          "run.dot \(readOnly)", "other.dot \(readOnly)", "run.jsonl \(readOnly)",
          "other \(readOnly)",
        ])
      #expect(outcome.output.hasPrefix("status 1\nhello is now a package"))
      #expect(outcome.output.hasSuffix("\nhello\nnew\nrun.dot\n"))
    }
  }
}
