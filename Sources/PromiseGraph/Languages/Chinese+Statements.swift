extension Chinese {
  /// For what is said of an event, of what is next, and of what a promise waits for.
  static let statements: [(key: String, text: String)] = [
    ("%1 is created; its body gets its resolver", "%1 已创建，它的函数体得到它的 resolver"),
    ("%1 is created; the result of its body settles it", "%1 已创建，由它的函数体的结果来敲定"),
    ("; %1 is next", "；接着是 %1"),
    ("; %1 are next", "；接着是 %1"),
    ("; %1 is skipped next", "；接着跳过 %1"),
    ("; %1 are skipped next", "；接着跳过 %1"),
    ("; %1 is no longer blocked", "，%1 不再被阻塞"),
    ("%1 no longer blocked", "%1 不再被阻塞"),
    (
      "assumed to be a serial queue: one job at a time, in order of arrival",
      "假定为串行队列：按到达的顺序，一次运行一个任务"
    ),
    ("assumed to be a concurrent queue: several jobs at a time", "假定为并发队列：同时运行几个任务"),
    (
      "both ran on %1, assumed to be a serial queue: it runs its jobs in order of arrival",
      "两者都在 %1 上运行，它被假定为串行队列：按到达的顺序运行任务"
    ),
    (
      "both ran on %1, assumed to be a concurrent queue: it starts jobs in order, but runs several at a time",
      "两者都在 %1 上运行，它被假定为并发队列：按顺序开始任务，但同时运行几个"
    ),
    ("What became of %1?", "%1 怎么样了？"),
    ("%1 waits for its timer", "%1 等待它的定时器"),
    ("%1 prints %2, and is rejected", "%1 输出 %2，然后被拒绝"),
    ("%1, and is rejected: %2", "%1，然后被拒绝：%2"),
    ("its timer", "它的定时器"),
    ("its next attempt", "它的下一次尝试"),
    ("its next input", "它的下一个输入"),
    ("one of the next events", "接下来的事件之一"),
    ("What is %1 doing?", "%1 在做什么？"),
    ("%1 waits for the result of its body", "%1 等待它的函数体的结果"),
    ("the result of its body", "它的函数体的结果"),
    ("unresolved", "未解决"),
    ("%1 until its resolver is called", "%1，直到它的 resolver 被调用"),
    ("%1 until their resolvers are called", "%1，直到它们的 resolver 被调用"),
  ]
}
