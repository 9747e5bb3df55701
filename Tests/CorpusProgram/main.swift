import Dispatch
import Foundation
import ProgramCorpus

// Runs one program of the corpus on Dispatch's queues, so that it can be recorded:
//   PROMISE_TRACE=FILE corpus-program NAME [--repaired]

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first,
  let program = CorpusProgram.all.first(where: { $0.name == name })
else {
  for program in CorpusProgram.all { print(program.name, program.bug?.rawValue ?? "right") }
  exit(64)
}
/// Lives until the end.
let kept = program.start(arguments.contains("--repaired"))
// None of them takes two seconds, except for those that never end.
DispatchQueue.main.asyncAfter(deadline: .now() + 2) { exit(0) }
dispatchMain()
