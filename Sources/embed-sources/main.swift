// Writes a Swift file that contains the text of other files: the source code that a binary shows, its texts and scripts.
//
//   embed-sources OUTPUT MODULE INPUT…

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func fail(_ message: String) -> Never {
  let line = Array("embed-sources: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

func read(_ path: String) -> String {
  guard let file = fopen(path, "rb") else { fail("\(path) cannot be read") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes.append(contentsOf: buffer[..<count])
  }
  return String(decoding: bytes, as: UTF8.self)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: embed-sources OUTPUT MODULE INPUT…") }

var output = "/// The files of this target by module and name, as of the build.\n"
output += "let embeddedFiles: [String: String] = [\n"
for path in arguments[3...].sorted() {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  var fence = "#"
  let text = read(path)
  while text.contains("\"\"\"" + fence) { fence += "#" }
  output += "  \"\(arguments[2])/\(name)\": \(fence)\"\"\"\n\(text)\n\"\"\"\(fence),\n"
}
if arguments.count == 3 { output += "  :\n" }
output += "]\n"

guard let file = fopen(arguments[1], "wb") else { fail("\(arguments[1]) cannot be written") }
let bytes = Array(output.utf8)
guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
  fail("\(arguments[1]) cannot be written")
}
