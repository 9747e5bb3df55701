extension Chinese {
  /// For the questions about libraries.
  static let dialectQuiz: [(key: String, text: String)] = [
    ("library", "库"),
    ("By the rules of which library does this print: %1?", "按哪个库的规则会这样打印：%1？"),
    ("%1: %2 [%3]; %4: %5", "%1：%2 [%3]；%4：%5"),
  ]

  /// The sentences about what a library does, which a table of PromiseCourse has in English.
  package static let dialectRules: [(key: String, text: String)] = [
    ("a handler is a job on main", "处理函数是 main 上的任务"),
    ("a handler is a microtask", "处理函数是微任务"),
    (
      "a handler runs inside the call that settles or attaches",
      "处理函数在敲定或添加它的调用内部运行"
    ),
    ("a handler for errors runs where the others do", "错误处理函数与其他处理函数在同一处运行"),
    ("a handler for errors runs inside the call that settles", "错误处理函数在敲定的调用内部运行"),
    ("a handler is attached immediately", "处理函数立即添加"),
    ("a handler is attached in a job of its own on main", "处理函数在 main 上单独的任务中添加"),
    ("a skipped link passes the result on immediately", "被跳过的环节立即传递结果"),
    (
      "a skipped link takes a job, as one with a handler does",
      "被跳过的环节也占一个任务，与有处理函数的环节一样"
    ),
    (
      "an adopted promise settles the outer one immediately",
      "被采用的 promise 立即敲定外层 promise"
    ),
    (
      "adoption takes two microtasks: one that calls then, one for its reaction",
      "采用占两个微任务：一个调用 then，一个执行它的反应"
    ),
    ("an input reaches its fan-in immediately", "输入立即到达扇入"),
    ("an input reaches its fan-in in a microtask", "输入经过一个微任务到达扇入"),
    (
      "siblings run before what follows from the first of them",
      "同级处理函数先于其中第一个的后续运行"
    ),
    (
      "what follows from a handler runs before its siblings",
      "一个处理函数的后续先于它的同级运行"
    ),
    ("a catch ends the chain; only finally can follow", "catch 结束这条链；后面只能接 finally"),
    (
      "after a catch, the chain is fulfilled with what it returned",
      "catch 之后，链以它返回的值兑现"
    ),
    ("a catch passes the error on", "catch 把错误继续传递"),
    ("a cleanup handler passes the result on", "清理处理函数把结果继续传递"),
    (
      "a cleanup handler waits for what it returns, and passes the result on two microtasks later",
      "清理处理函数等待它返回的内容，并在两个微任务之后传递结果"
    ),
    ("what a cleanup handler returns replaces the result", "清理处理函数返回的内容取代结果"),
    ("the body of a promise runs immediately", "promise 的主体立即运行"),
    ("the body of a promise is a job on main", "promise 的主体是 main 上的任务"),
    ("an all fails with its first error", "all 因第一个错误而失败"),
    ("an all waits for every input, and then fails", "all 等待所有输入，然后失败"),
    ("an all fails with the error of its input", "all 以输入的错误失败"),
    (
      "an all fails with an error that contains every error, if there are several",
      "如果有多个错误，all 以包含全部错误的错误失败"
    ),
    (
      "an all fails with a new error that contains that of its input",
      "all 以包含输入错误的新错误失败"
    ),
    ("any settles with the first value", "any 以第一个值敲定"),
    ("any waits for every input", "any 等待所有输入"),
    (
      "a race settles as the first input that settles", "race 与第一个敲定的输入同样敲定"
    ),
    ("a race settles with the first value", "race 以第一个值敲定"),
    ("an all of nothing is fulfilled", "没有输入的 all 会兑现"),
    ("an all of nothing stays pending", "没有输入的 all 一直待定"),
    ("a race of nothing is rejected", "没有输入的 race 被拒绝"),
    ("a race of nothing stays pending", "没有输入的 race 一直待定"),
    ("a race of nothing is fulfilled", "没有输入的 race 会兑现"),
    ("a race of nothing stops the program", "没有输入的 race 会终止程序"),
    ("a second resolution is ignored and reported", "第二次解决会被忽略并报告"),
    ("a second resolution is ignored", "第二次解决会被忽略"),
    ("a second resolution stops the program", "第二次解决会终止程序"),
    (
      "a promise that adopts another one can only settle as that one does",
      "采用另一个 promise 的 promise 只能与它同样敲定"
    ),
    (
      "a promise that adopts another one can still be settled by its program",
      "采用另一个 promise 的 promise 仍可由程序敲定"
    ),
    ("a catch does not run for a cancellation", "取消时 catch 不运行"),
    (
      "there is no cancellation: a catch runs for every error", "没有取消：catch 对每个错误都运行"
    ),
    ("a promise can be fulfilled with an error", "promise 可以以错误作为值兑现"),
    (
      "a promise that is fulfilled with an error is rejected", "以错误作为值兑现的 promise 被拒绝"
    ),
    ("a promise that adopts itself is rejected", "采用自身的 promise 被拒绝"),
    ("a promise that adopts itself stays pending", "采用自身的 promise 一直待定"),
    (
      "an error is unhandled when its last promise is gone",
      "最后一个带有它的 promise 被释放时，错误算作未处理"
    ),
    (
      "an error is unhandled if it has no handler when the microtasks have run",
      "微任务运行完毕时仍没有处理函数的错误算作未处理"
    ),
    ("an unhandled error is not reported", "未处理的错误不会报告"),
    (
      "a handler that returns nothing is followed by nothing",
      "没有返回值的处理函数之后没有值"
    ),
    (
      "a handler that returns nothing is followed by the value that came in",
      "没有返回值的处理函数之后是传入的值"
    ),
  ]
}
