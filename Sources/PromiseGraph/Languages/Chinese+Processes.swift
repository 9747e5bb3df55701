extension Chinese {
  /// For several processes on one screen, and the requests between them.
  static let processes: [(key: String, text: String)] = [
    ("%1 processes", "%1 个进程"),
    ("pid %1", "进程号 %1"),
    ("clock within %1 ms", "时钟误差在 %1 毫秒内"),
    ("clock not aligned", "时钟未对齐"),
    ("no message says how its clock differs", "没有消息说明它的时钟差多少"),
    ("%1 (in %2)", "%1（在 %2 中）"),
    ("received", "接收"),
    ("by %1 processes", "由 %1 个进程"),
    ("request", "请求"),
    ("request of", "请求来自"),
    ("from outside", "来自外部"),
    ("not received by a process shown here", "没有显示的进程接收"),
    ("%1 waits for the answer of %2%3", "%1 等待 %2 的回答%3"),
    ("%1 has not received the answer of %2 yet%3", "%1 还没有收到 %2 的回答%3"),
    ("; %1 processes received its request", "；%1 个进程接收了它的请求"),
    (
      "%1 waits for the answer to a request that no process shown here received",
      "%1 等待一个请求的回答，没有显示的进程接收它"
    ),
    ("%1 got it as the answer of %2", "%1 作为 %2 的回答得到它"),
    ("a request leads from the one to the other", "一个请求从前者到后者"),
    ("%1 handles the request of %2", "%1 处理 %2 的请求"),
    (
      "their order is not known: no messages say how the clocks of %1 and %2 differ",
      "它们的顺序未知：没有消息说明 %1 和 %2 的时钟差多少"
    ),
    (
      "their order is not known: the clocks of %1 and %2 can differ by %3 ms",
      "它们的顺序未知：%1 和 %2 的时钟可能相差 %3 毫秒"
    ),
    (
      "they run in different processes, and nothing that one did was needed for the other",
      "它们在不同的进程中运行，一个不需要另一个做的事"
    ),
  ]
}
