extension Chinese {
  /// Tasks of Swift programs, and what they await.
  static let tasks: [(key: String, text: String)] = [
    ("task %1", "任务 %1"),
    ("task %1 '%2'", "任务 %1 '%2'"),
    ("awaiting nothing", "没有在等待"),
    ("awaits nothing", "没有在等待"),
    ("awaits nothing: it runs, or has ended", "没有在等待：它在运行，或已结束"),
    ("%1 awaits nothing: it runs, or has ended", "%1 没有在等待：它在运行，或已结束"),
    ("%1 appears: it awaits its first promise", "%1 出现：它等待它的第一个 Promise"),
    ("it has no outcome: no event says when a task ends", "它没有结果：没有事件说明任务何时结束"),
    (
      "%1 has awaited nothing for a long time, and is no longer followed",
      "%1 很久没有等待，不再跟踪"
    ),
    ("%1 awaits %2%3%4", "%1%3%4 等待 %2"),
    ("%1 was cancelled, and no longer awaits %2", "%1 被取消，不再等待 %2"),
    ("the promise continues: others may wait for it", "Promise 继续：别处可能还在等它"),
    ("%1 continues: %2 can never settle", "%1 继续：%2 永远不会敲定"),
    ("What does %1 await?", "%1 在等待什么？"),
    ("it was cancelled at %1, while it awaited %2", "它在 %1 被取消，当时在等待 %2"),
    ("it awaited %1 until %2", "它等待 %1 到 %2"),
    (" on %1", "在 %1 上"),
    ("awaits %1 since %2", "从 %2 起等待 %1"),
    ("cancelled at %1, awaiting %2", "在 %1 被取消，当时等待 %2"),
    ("cancelled, awaiting %1", "被取消，当时等待 %1"),
    ("awaited %1 until %2", "等待 %1 到 %2"),
    ("awaited %1", "等待过 %1"),
    ("awaiting %1, at %2", "在 %2 等待 %1 时"),
    ("awaited", "等待过"),
    ("awaited by", "等待者"),
    ("%1 until %2", "%1 到 %2"),
    ("%1 since %2", "%1 从 %2 起"),
    ("%1 since %2 on %3", "%1 从 %2 起在 %3 上"),
  ]
}
