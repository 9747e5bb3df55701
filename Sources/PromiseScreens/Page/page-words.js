// The part of the script that says in words what a promise does at an event and a time.

function milliseconds(ns) { return (Math.trunc(ns / 1e5) / 10).toFixed(1); }

// Puts values into a template in place of %1, %2 and so on.
function fill(template) {
  var values = arguments;
  return template.replace(/%(\d)/g, function (_, number) { return values[+number]; });
}

function nameOf(run, id) { return run.promises[id] ? run.promises[id].n : "p" + id; }

// Returns the name of a job: that of the promise that it settles, or its label.
function jobName(run, job) { return job.promise ? nameOf(run, job.promise) : job.label || "j" + job.id; }

// Returns how long a job has run or waited, and how long it does so in all.
function progress(job, time) {
  var started = job.times[1], ended = job.times[2];
  if (started !== null && time >= started) {
    return { done: Math.max(0, time - started), all: ended === null ? 0 : ended - started };
  }
  return { done: Math.max(0, time - job.times[0]), all: started === null ? 0 : started - job.times[0] };
}

// Returns what a promise does or waits for, in a few words, and the part of its work that is done.
function status(run, promise, event, time) {
  var words = run.data.words, state = run.state(promise, event);
  if (!state) return { text: "" };
  var job = run.jobs[promise.j];
  switch (STATES[state.code]) {
  case "pending": return { text: pending(run, promise, event, time) };
  case "queued": return { text: queued(run, job, event, time) };
  case "running": return running(run, promise, job, time);
  case "lockedIn": return { text: fill(words.adopts, nameOf(run, state.of)) };
  case "forwarded": return { text: fill(words.forwarded, nameOf(run, state.of)) };
  case "lost": return { text: words.lost };
  case "unknown": return { text: words.unknown };
  case "awaitsNothing": return { text: words.awaitsNothing };
  }
  var value = promise.v === undefined ? words[STATES[state.code]] : promise.v;
  if (state.mark === 2) return { text: fill(words.unhandled, value), isValue: true };
  if (state.mark === 1 && promise.v === undefined) return { text: words.skipped };
  if (state.mark === 1) return { text: fill(words.passed, value), isValue: true };
  return { text: value + (hasWon(run, promise, event) ? "  ★" : ""), isValue: promise.v !== undefined };
}

// Returns whether a race has taken its outcome.
function hasWon(run, promise, event) {
  return (run.children[promise.i] || []).some(function (child) {
    return child.r === promise.i && child.e <= event && (child.o === "race" || child.o === "any");
  });
}

function running(run, promise, job, time) {
  var words = run.data.words;
  if (!job) return { text: words.running };
  var part = progress(job, time);
  if (!part.all) return { text: fill(words.runs, milliseconds(part.done)) };
  return { text: fill(words.runsOf, milliseconds(part.done), milliseconds(part.all)),
    share: part.done / part.all };
}

function queued(run, job, event, time) {
  var words = run.data.words;
  if (!job || !run.queues[job.queue]) return words.queued;
  var queue = run.queues[job.queue], busy = run.busy(queue, event);
  var waited = milliseconds(progress(job, time).done);
  var ahead = busy.running[0] || busy.waiting[0];
  if (!ahead || ahead === job) return fill(words.waits, waited, queue.label);
  return fill(words.behind, waited, queue.label, jobName(run, ahead));
}

function pending(run, promise, event, time) {
  var words = run.data.words, job = run.jobs[promise.j];
  if (promise.u && promise.u[0] <= event) return fill(words.forever, nameOf(run, promise.u[1]));
  if (job && job.ended && job.ended <= event) return words.returned;
  if (promise.f) return awaiting(run, promise, event);
  var timer = promise.t;
  if (timer && timer[0] <= event && !(timer[3] && timer[3] <= event)) {
    return fill(words.timer, milliseconds(Math.max(0, time - timer[1])), milliseconds(timer[2] - timer[1]));
  }
  var parent = run.promises[promise.p], state = parent && run.state(parent, event);
  if (!state) return words.pending;
  var isOver = [4, 5, 6].indexOf(state.code) >= 0;
  return isOver ? words.next : fill(words.waitsFor, parent.n);
}

function awaiting(run, promise, event) {
  var words = run.data.words;
  var open = promise.f.filter(function (input) {
    var state = run.promises[input] && run.state(run.promises[input], event);
    return !state || [4, 5, 6].indexOf(state.code) < 0;
  });
  if (!open.length) return words.next;
  var names = open.slice(0, 3).map(function (input) { return nameOf(run, input); }).join(", ")
    + (open.length > 3 ? " +" + (open.length - 3) : "");
  if (promise.o === "race" || promise.o === "any") return fill(words.firstOf, names);
  return fill(words.inputs, promise.f.length - open.length, promise.f.length, names);
}
