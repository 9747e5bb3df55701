extension Chinese {
  /// For the warnings about timeouts, errors that are taken, waits, attempts and pools.
  static let work: [(key: String, text: String)] = [
    ("runs after timeout", "超时之后运行"),
    ("a handler ran after the timeout that had given up on its work", "超时已经放弃了一项工作，它的处理函数却在之后运行"),
    ("cancel the work when its time is up", "时间一到就取消这项工作"),
    ("%1 ran %2 ms after %3 had given up on it", "%3 放弃 %2 ms 之后，%1 仍然运行了"),
    (
      "%1 kept running, although the timeout in %2 had given up on it",
      "%2 的超时已经放弃，%1 却继续运行"
    ),
    ("%1 at %2", "%1（%2）"),
    ("recover too wide", "recover 接住太多"),
    (
      "a recover turned an error into a value that is unlike the errors it is usually given",
      "recover 把一个与它通常收到的错误不同的错误变成了值"
    ),
    ("name the error that the value is for: recover(only:)", "指明这个值是为哪个错误准备的：recover(only:)"),
    (
      "%1 turned %2 into a value; usually it is given %3",
      "%1 把 %2 变成了值；它通常收到的是 %3"
    ),
    (
      "%1 turned %2 of %3 into a value; usually it is given %4",
      "%1 把 %3 的 %2 变成了值；它通常收到的是 %4"
    ),
    ("wait blocks queue", "等待阻塞了队列"),
    ("a wait kept a serial queue from its other jobs for a long time", "一次等待使串行队列长时间无法运行其他任务"),
    ("wait() at %1", "%1 处的 wait()"),
    ("%1 blocked %2 for %3 ms; %4 stood behind it", "%1 阻塞了 %2 %3 ms；它后面排着 %4"),
    (
      "%1 blocked %2 for %3 ms; %4 stood behind it, and %5 timed out",
      "%1 阻塞了 %2 %3 ms；它后面排着 %4，其间 %5 超时"
    ),
    ("older attempt settles", "较早的尝试敲定了结果"),
    (
      "an older attempt rejected a promise by its resolver while a newer one was running",
      "较新的尝试正在进行时，较早的尝试用 resolver 拒绝了 promise"
    ),
    (
      "give each attempt a promise of its own: retrying, timeout",
      "让每次尝试有自己的 promise：retrying、timeout"
    ),
    (
      "%1 was rejected by %2, of attempt %3, while attempt %4 was running",
      "第 %4 次尝试正在进行时，%1 被第 %3 次尝试的 %2 拒绝"
    ),
    (
      "%1 was rejected by %2, the timer of attempt %3, while attempt %4 was running",
      "第 %4 次尝试正在进行时，%1 被 %2（第 %3 次尝试的定时器）拒绝"
    ),
    ("hold and wait", "占有并等待"),
    (
      "chains each hold what a pool has given them and wait for another one: none can go on",
      "几条链各自占着池中的一个又等待另一个：都无法继续"
    ),
    (
      "take all that a chain needs in one step, or give back before asking again",
      "一次取走一条链所需的全部，或者先归还再要"
    ),
    (
      "%1 waits for a %2 in a chain that holds one: it can never go on",
      "%1 在占着一个的链中等待另一个 %2：它永远无法继续"
    ),
    (
      "%1 chains each hold a %2 and wait for another one, a circle: %3",
      "%1 条链各自占着一个 %2 又等待另一个，形成一个环：%3"
    ),
    ("%1; %2 more wait behind them", "%1；它们后面还有 %2 个在等待"),
  ]
}
