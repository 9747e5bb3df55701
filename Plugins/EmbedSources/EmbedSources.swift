import Foundation
import PackagePlugin

/// Embeds the texts, scripts and style sheets of a target, keyed by `MODULE/FILE`; of the demos also their Swift
/// files, lessons and orders, so that the key of a source is its `#fileID`.
@main
struct EmbedSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let kinds =
      ["md", "order", "cjs", "mjs", "js", "css", "txt", "out"]
      + (target.name == "Demos" ? ["swift"] : [])
    let inputs = target.sourceFiles.map(\.url).filter { kinds.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    let script = context.package.directoryURL.appending(path: "scripts/embed-sources")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedSources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, output.path, target.moduleName] + inputs.map(\.path),
        inputFiles: [script] + inputs,
        outputFiles: [output]
      )
    ]
  }
}
