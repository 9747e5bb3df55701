extension Chinese {
  /// For programs in JavaScript: async functions, their awaits, and what the warnings say of them.
  static let javaScript: [(key: String, text: String)] = [
    ("async function %1", "async 函数 %1"),
    ("%1 awaits %2", "%1 在等待 %2"),
    ("%1 awaits %2%3", "%1%3 等待 %2"),
    ("awaits %1", "等待 %1"),
    ("awaits", "等待"),
    ("%1 awaits%2", "%1%2等待"),
    ("an 'await' suspends its function and blocks no thread", "'await' 暂停它的函数，不阻塞任何线程"),
    ("%1 continues: its 'await' of %2 throws the error", "%1 继续：它对 %2 的 'await' 抛出错误"),
    ("%1 continues: its 'await' of %2 returns the value", "%1 继续：它对 %2 的 'await' 返回值"),
    (
      "async function %1 is called, and returns its promise at its first 'await'",
      "async 函数 %1 被调用，在第一个 'await' 处返回它的 Promise"
    ),
    (
      "it runs immediately up to its first 'await'; its result settles the promise",
      "它立即运行到第一个 'await'；它的结果敲定这个 Promise"
    ),
    ("%1 does not run: it is for the other outcome", "%1不运行：它针对的是另一种结果"),
    ("%1 has been awaiting it since %2", "%1 从 %2 起一直在等它"),
    ("it was awaited until %1", "它被等待到 %1"),
    ("an error has no handler when the event loop goes on", "事件循环继续时，错误还没有处理函数"),
    (
      "end the chain with .catch, or await it in try and catch",
      "用 .catch 结束这条链，或在 try 和 catch 中等待它"
    ),
    (
      "abort the older call when a newer one begins, or drop its answer",
      "新的调用开始时中止旧的调用，或丢弃它的答案"
    ),
    (
      "handle each input's error itself, or use Promise.allSettled",
      "分别处理每个输入的错误，或使用 Promise.allSettled"
    ),
    (
      "wait for all inputs with Promise.allSettled, or abort them, first",
      "先用 Promise.allSettled 等待全部输入，或先中止它们"
    ),
    (
      "test for the error that the value is for, and throw every other one again",
      "判断这个值是针对哪个错误的，其他错误重新抛出"
    ),
    (
      "attach the .catch, or begin the await, where the promise is created",
      "在创建 Promise 的地方添加 .catch 或开始等待"
    ),
    ("a handler kept the event loop busy for a long time", "一个处理函数长时间占用事件循环"),
    ("run it in a worker thread, or in smaller parts", "在 worker 线程中运行它，或分成小段运行"),
    (
      "keep each job short: the event loop runs one at a time",
      "让每个任务都短：事件循环一次只运行一个"
    ),
    (
      "abort them with an AbortSignal when it settles, unless their effects are wanted",
      "它敲定时用 AbortSignal 中止它们，除非需要它们的效果"
    ),
    (
      "a fan-in has no inputs: all of nothing is fulfilled, any of nothing fails",
      "汇合没有输入：空的 all 会兑现，空的 any 会失败"
    ),
  ]
}
