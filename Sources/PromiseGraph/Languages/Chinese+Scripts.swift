extension Chinese {
  /// For demos in JavaScript.
  static let scripts: [(key: String, text: String)] = [
    ("JavaScript", "JavaScript"),
    ("In JavaScript", "JavaScript 版本"),
    ("Node is running the script. It printed earlier:", "node 正在运行脚本。先前的输出："),
    ("Node %1 prints:", "node %1 的输出："),
    (
      "Node %1 prints something else than the lesson recorded:",
      "node %1 的输出与课程中的记录不同："
    ),
    (
      "Node is not installed, so the script did not run. Install node 18 or later. The lesson recorded:",
      "没有安装 node，脚本没有运行。请安装 node 18 或更新的版本。课程中的记录："
    ),
    (
      "Node %1 is too old, so the script did not run. Install node 18 or later. The lesson recorded:",
      "node %1 太旧，脚本没有运行。请安装 node 18 或更新的版本。课程中的记录："
    ),
    (
      "Node did not run the script: %1. The lesson recorded:",
      "node 没有运行脚本：%1。课程中的记录："
    ),
  ]
}
