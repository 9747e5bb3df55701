extension Chinese {
  /// For the footer.
  static let look: [(key: String, text: String)] = [
    ("pause", "暂停")
  ]

  /// For the colors in the help.
  static let colors: [(key: String, text: String)] = [
    ("has a value; the bar of work that has returned one", "已有值；返回了值的工作的条"),
    ("has failed; the bar of work that has", "已失败；失败的工作的条"),
    ("is waiting in a queue", "正在队列中等待"),
    ("waiting", "等待"),
    ("waits for the promise that it has adopted", "等待它所采用的 promise"),
  ]
}
