extension Chinese {
  /// For the texts that the screens keep in tables: keys, panes, signs, formats. Unlike the other rows, no
  /// call of `text(_:)` has their keys as literals.
  package static let tables: [(key: String, text: String)] =
    keys + findingKeys + descriptions + chapters + pickerTables + colors + compareTables

  /// For the chapters of the course.
  package static let chapters: [(key: String, text: String)] =
    [
      ("what a promise is, and what a handler returns", "什么是 promise，处理函数返回什么"),
      ("how an error travels, and what handles it", "错误如何传递，由什么处理"),
      ("several promises that become one", "多个 promise 合为一个"),
      ("where handlers run, and what they wait for", "处理函数在哪里运行，等待什么"),
      ("timers, timeouts and retries", "定时器、超时与重试"),
      (
        "promises that are cancelled, dropped or never settled, and loops",
        "被取消、丢弃或从不敲定的 promise，以及循环"
      ),
      ("common mistakes in real programs, and their names", "真实程序中的常见错误及其名称"),
      ("whole programs, and bugs that depend on timing", "完整的程序，以及取决于时机的缺陷"),
    ] + startHere

  /// For the titles and descriptions of panes, for signs and formats.
  static let descriptions: [(key: String, text: String)] = [
    ("select a promise of the pane", "选择窗格中的 promise"),
    ("one event back, forward", "后退、前进一个事件"),
    ("select a warning; Enter goes to its event", "选择警告；Enter 转到其事件"),
    ("Chain", "链"),
    ("Queues", "队列"),
    ("Source", "源码"),
    ("Inspect", "详情"),
    ("Events", "事件"),
    ("Warnings", "警告"),
    ("Time", "时间"),
    ("Output", "输出"),
    ("Outcomes", "结果"),
    ("Passing run", "通过的运行"),
    ("Failing run", "失败的运行"),
    (
      "A row for each promise, below its parent: the sign of its state, its name, the "
        + "queue of its handler, its start and end, and its value or what it waits for.",
      "每个 promise 一行，位于其父之下：状态符号、名称、处理函数的队列、起止时间，以及值或所等待的内容。"
    ),
    (
      "The inputs of a fan-in (all, race) have lanes of their own, which end at its row.",
      "扇入（all、race）的各个输入有自己的线，止于扇入所在的行。"
    ),
    (
      "Each queue: what is running on it, since when and on which thread, and what is "
        + "waiting, the next job first. Below the queues are the timers, the next one due "
        + "first.",
      "每个队列：正在运行什么、从何时起、在哪个线程上，以及等待的任务，下一个在最前。队列之下是定时器，最先到期的在最前。"
    ),
    (
      "q is the number of waiting jobs, max the most that ever waited; busy is the "
        + "share of time in which jobs ran.",
      "q 是等待的任务数，“最多”是曾经的最大值；“忙碌”是有任务运行的时间占比。"
    ),
    (
      "The file in which the selected promise was created. At the right of a line are "
        + "the promises that it created; > marks the line whose handler is running.",
      "创建所选 promise 的文件。行的右侧是该行创建的 promise；> 标记处理函数正在运行的行。"
    ),
    (
      "Everything known about the selected promise. A handler has three numbers: "
        + "attach, its position among the handlers of the promise; enqueue and run, its "
        + "position among all jobs enqueued and started.",
      "所选 promise 的全部信息。处理函数有三个编号：添加，即它在该 promise 的处理函数中的次序；入队和运行，即它在所有入队和开始的任务中的次序。"
    ),
    (
      "The events in the order in which the library posted them; > is the playhead, "
        + "dim events are ahead. The arrow keys step.",
      "按发布顺序排列的事件；> 是播放头，暗色的事件尚未发生。方向键步进。"
    ),
    (
      "Probable mistakes and how to fix them, followed by the notes of the program. "
        + "Enter goes to the event.",
      "可能的错误及其改法，之后是程序的输出。Enter 转到对应的事件。"
    ),
    (
      "The run from left to right: a lane for each queue with its jobs, and for each "
        + "promise if there is room. The vertical line is the playhead; dim parts are "
        + "ahead or predicted.",
      "从左到右的运行过程：每个队列一条线，显示其任务；空间足够时每个 promise 也有一条。竖线是播放头；暗色部分尚未发生或为预测。"
    ),
    (
      "The output of the program in order of arrival; E marks lines of standard error, "
        + "dim lines were printed after the playhead. A click on a line goes to the event "
        + "before it.",
      "按到达顺序排列的程序输出；E 标记标准错误的行，暗色的行在播放头之后打印。点击一行转到它之前的事件。"
    ),
    (
      "The possible outcomes, and in how many schedules each occurs: the result, the "
        + "notes, and the order in which the handlers ran the first time. Below is the "
        + "coverage.",
      "可能的结果，以及各自出现在多少个调度中：结果、输出，以及处理函数首次运行的顺序。下方是覆盖情况。"
    ),
    ("The most similar run with another outcome.", "结果不同的运行中最相近的一次。"),
    (
      "The run of the selected outcome that differs least from the one beside it, and "
        + "its token.",
      "所选结果的运行中与旁边那次差别最小的一次，及其令牌。"
    ),
    (
      "The outcomes, and in how many runs each occurred: how the runs ended, the "
        + "notes, and the order in which the handlers ran the first time. Below is the "
        + "progress.",
      "出现的结果，以及各自的运行次数：如何结束、输出，以及处理函数首次运行的顺序。下方是进度。"
    ),
    ("A passing run, to compare with the selected failing one.", "一次通过的运行，用来与所选的失败运行比较。"),
    ("The first run of the selected outcome, and how to reproduce it.", "所选结果的第一次运行，以及如何重现。"),
    ("queued: its handler is waiting in a queue", "排队：其处理函数在队列中等待"),
    ("held by the gate: its queue is ready to run it", "被闸门拦住：其队列本可执行它"),
    ("running: its handler or body is running", "运行：其处理函数或函数体正在运行"),
    ("locked in: settles the same way as the promise it adopted", "锁定：与它采用的 promise 一同敲定"),
    ("passed: settled without running its handler", "跳过：未运行处理函数就敲定"),
    ("rejected, and no handler took the error", "已拒绝，且没有处理函数处理错误"),
    ("freed while pending: it never settles", "在待定时被释放：从不敲定"),
    ("unknown, because events were lost", "未知，因为丢失了事件"),
    ("a warning: probably a mistake", "警告：可能是错误"),
    ("the input that settled a race", "敲定竞速的输入"),
    ("an input of a fan-in", "扇入的输入"),
    ("the input that settled it", "敲定它的输入"),
    ("adopted, or created inside a handler", "被采用，或在处理函数内创建"),
    ("the playhead; dim parts are ahead or predicted", "播放头；暗色部分尚未发生或为预测"),
    ("is running at the playhead", "在播放头处运行"),
    ("line", "代码行"),
    ("the running line of source, the event at the playhead", "正在运行的源码行，播放头处的事件"),
    ("is probably a mistake", "可能是错误"),
    ("match", "匹配"),
    ("matches the search", "符合搜索"),
    ("detail", "细节"),
    ("when, where or how; borders of panes", "何时、何处、如何；窗格的边框"),
    ("ahead", "前方"),
    ("has not happened yet at the playhead, or is predicted", "在播放头处尚未发生，或为预测"),
    ("key", "按键"),
    ("a key, or the border of the focused pane", "按键，或当前窗格的边框"),
    ("locked in to another", "锁定到另一个"),
    ("passed through", "跳过"),
    ("created inside", "在内部创建"),
    ("chain", "链"),
    ("fan-in", "扇入"),
    ("settled by this input", "由此输入敲定"),
    ("Mermaid flowchart: promises and their dependencies", "Mermaid 流程图：promise 及其依赖"),
    ("Mermaid sequence diagram: events by queue", "Mermaid 时序图：各队列上的事件"),
    ("Graphviz: promises and their dependencies", "Graphviz：promise 及其依赖"),
    ("a picture of the screen", "屏幕图片"),
    ("Perfetto: queues and promises over time", "Perfetto：队列和 promise 随时间的变化"),
    ("OpenTelemetry: a span for each promise", "OpenTelemetry：每个 promise 一个 span"),
    ("the same in Protocol Buffers", "同上，使用 Protocol Buffers"),
    ("a page that plays the run in a browser", "在浏览器中播放运行的页面"),
    ("the events, as JSON Lines", "事件，JSON Lines 格式"),
    ("token", "令牌"),
    ("again", "重现"),
    ("trace", "轨迹"),
  ]
}
