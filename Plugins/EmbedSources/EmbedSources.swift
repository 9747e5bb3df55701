import Foundation
import PackagePlugin

/// Gives a target the text of its own source files, under their `#fileID`, and of the texts beside them.
@main
struct EmbedSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let kinds = ["swift", "md", "order"]
    let inputs = target.sourceFiles.map(\.url).filter { kinds.contains($0.pathExtension) }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedSources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the sources of \(target.name)",
        executable: try context.tool(named: "embed-sources").url,
        arguments: [output.path, target.moduleName] + inputs.map(\.path),
        inputFiles: inputs,
        outputFiles: [output]
      )
    ]
  }
}
