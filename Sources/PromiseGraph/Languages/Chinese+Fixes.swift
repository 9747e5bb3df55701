extension Chinese {
  /// For the warnings: their titles, summaries and fixes.
  static let fixes: [(key: String, text: String)] = [
    ("unhandled rejection", "未处理的拒绝"),
    ("freed while pending", "待定时被释放"),
    ("never settles", "永不敲定"),
    ("main queue not drained", "主队列没有运行"),
    ("wait blocks chain", "等待阻塞了链"),
    ("adoption cycle", "循环采用"),
    ("rejection lost", "丢失的拒绝"),
    ("resolved again", "再次解决"),
    ("promise not returned", "promise 没有返回"),
    ("order depends on schedule", "顺序取决于调度"),
    ("error as value", "把错误当作值"),
    ("broken branch", "断开的分支"),
    ("chain without catch", "没有 catch 的链"),
    ("handled late", "处理得太晚"),
    ("slow handler", "处理函数太慢"),
    ("long queue wait", "排队太久"),
    ("inline sometimes", "有时内联"),
    ("deep inline", "内联太深"),
    ("empty fan in", "空的扇入"),
    ("needless wrapping", "多余的包装"),
    ("nested handlers", "嵌套的处理函数"),
    ("queue ping pong", "在队列间来回切换"),
    ("loser keeps running", "落败者继续运行"),
    ("timer outlives readers", "定时器比读取者存在得更久"),
    ("order unlike", "顺序与另一个库不同"),
    ("a promise was resolved with itself and rejected", "一个 promise 用它自己来解决，因此被拒绝"),
    ("return a promise that does not wait for this handler", "返回一个不等待这个处理函数的 promise"),
    (
      "a link made a new value that nothing reads, and a later link uses the old one",
      "一个环节产生了没有任何代码读取的新值，后面的环节用的是旧值"
    ),
    (
      "attach the later link to the earlier link, not to the original promise",
      "把后面的环节添加到前面的环节上，而不是添加到原来的 promise 上"
    ),
    (
      "a chain that can fail ends without an error handler; this time nothing failed",
      "一条可能失败的链没有错误处理函数就结束了；这一次没有失败"
    ),
    (
      "end the chain with catch, or with cauterize if errors do not matter",
      "用 catch 结束这条链；如果错误无关紧要，用 cauterize"
    ),
    ("many inline handlers run one after another in a single step", "许多内联处理函数在同一步中接连运行"),
    ("run one link in the middle on a queue", "让中间的一个环节在队列上运行"),
    (
      "a fan-in has no inputs: all of nothing is fulfilled, a race of nothing fails",
      "扇入没有输入：没有输入的 all 会兑现，没有输入的 race 会失败"
    ),
    ("handle the empty list before the fan-in", "在扇入之前先处理空列表"),
    (
      "a promise was fulfilled with an error: the chain continues as if nothing had failed",
      "一个 promise 以错误作为值兑现：链会继续，就像没有失败过一样"
    ),
    ("reject with the error, or throw it", "用这个错误来拒绝，或者抛出它"),
    ("a promise was freed while it was pending: it never settles", "一个 promise 在待定时被释放：它永远不会敲定"),
    ("resolve it on every path, including errors", "在每条路径上都解决它，出错时也一样"),
    ("a rejection had no reader when it happened and was handled later", "一次拒绝发生时没有读取者，后来才得到处理"),
    ("attach the catch where the promise is created", "在创建 promise 的地方就添加 catch"),
    (
      "a handler ran inside the call that attached it, and another time later",
      "一个处理函数有一次在添加它的调用之内运行，另一次以后才运行"
    ),
    (
      "name a queue: then the order is the same whether the promise is settled or not",
      "指定一个队列：这样无论 promise 是否已敲定，顺序都一样"
    ),
    ("a job waited a long time in its queue before it started", "一个任务在队列中等了很久才开始"),
    ("keep long work off that queue, or give it a queue of its own", "不要把耗时的工作放到这个队列，或者给它单独的队列"),
    ("inputs keep running although their fan-in has settled", "扇入已经敲定，输入却继续运行"),
    ("cancel them when it settles, unless their effects are wanted", "敲定时取消它们，除非需要它们的效果"),
    (
      "a handler waits on the main queue, where nothing has ever run",
      "一个处理函数在 main 队列上等待，那里从未运行过任何任务"
    ),
    (
      "run the main queue (dispatchMain()), or name another queue: on: or conf.Q",
      "运行 main 队列（dispatchMain()），或者指定别的队列：on: 或 conf.Q"
    ),
    (
      "a promise only passes on the outcome of a promise that its own body created",
      "一个 promise 只是转交它自己的函数体所创建的 promise 的结果"
    ),
    (
      "return the inner promise itself, or detached() to leave its context",
      "直接返回里面的 promise；要离开它的 context 就用 detached()"
    ),
    ("handlers are nested inside handlers, three deep: a pyramid", "处理函数嵌套在处理函数之内，深达三层：形如金字塔"),
    (
      "return the inner promise and attach the next link to the outer chain",
      "返回里面的 promise，把下一个环节添加到外面的链上"
    ),
    (
      "a promise is pending at the end, and nothing is left that could resolve it",
      "一个 promise 到结束时仍然待定，已没有什么能解决它"
    ),
    (
      "resolve it on every path, or give it a timeout",
      "在每条路径上都解决它，或者过一段时间后拒绝它：timeout"
    ),
    (
      "two handlers access the same state, and the schedule decided which ran first",
      "两个处理函数访问同一个状态，哪个先运行由调度决定"
    ),
    (
      "put one after the other in a chain, or attach both to the same promise",
      "把它们先后放进一条链，或者都添加到同一个 promise 上"
    ),
    (
      "another library could run two handlers in another order, or settle a promise differently",
      "另一个库可能以另一种顺序运行两个处理函数，或以另一种结果敲定 promise"
    ),
    (
      "if the library may change, do not rely on this order: chain the two",
      "如果以后可能换库，就不要依赖这个顺序：把两者连成链"
    ),
    (
      "a promise created in a handler was neither returned nor kept: nothing waits for it",
      "处理函数中创建的 promise 既没有返回，也没有保留：没有什么等它"
    ),
    ("return it from the handler, so that the chain waits for it", "从处理函数中返回它，让链等它"),
    ("a chain alternates between two queues, link by link", "一条链在两个队列之间来回，每个环节都切换"),
    ("do related work on one queue, and change queues once", "相关的工作放在一个队列上做，队列只换一次"),
    (
      "an input was rejected after its fan-in had settled, and nothing else reads it",
      "扇入敲定之后，一个输入被拒绝，而且没有其他代码读取它"
    ),
    ("handle each input's error itself, or use when(resolved:)", "分别处理每个输入的错误，或者用 when(resolved:)"),
    ("a promise was resolved again, which changes nothing", "一个 promise 被再次解决，这不起作用"),
    ("make sure that exactly one path resolves it, and only once", "确保只有一条路径解决它，而且只解决一次"),
    (
      "a handler kept main busy for a long time, or another queue for a very long time",
      "一个处理函数长时间占用 main，或者极长时间占用别的队列"
    ),
    (
      "run it on another queue (on: .global()), or in smaller parts",
      "在别的队列上运行它（on: .global()），或者拆成小块"
    ),
    (
      "a timer keeps running although everything that reads it has settled",
      "读取定时器的 promise 都已敲定，它却继续计时"
    ),
    ("use timeout, which stops its timer, or cancel the timer", "使用 timeout，它会停下定时器；或者取消定时器"),
    (
      "an error has no handler: the last promise that it reached is freed",
      "一个错误没有处理函数：它到达的最后一个 promise 已被释放"
    ),
    ("end the chain with catch or recover", "用 catch 或 recover 结束这条链"),
    (
      "a thread waits for a promise on a queue that its chain needs, or on main",
      "一个线程在链所需要的队列上，或者在 main 上，等待一个 promise"
    ),
    ("return the promise instead of waiting for it", "返回这个 promise，而不是等待它"),
  ]
}
