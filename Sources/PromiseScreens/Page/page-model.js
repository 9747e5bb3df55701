// The part of the script that computes states from the facts. It uses nothing of a browser.

var STATES = ["pending", "queued", "running", "lockedIn", "fulfilled", "rejected", "cancelled",
  "lost", "forwarded", "unknown", "awaitsNothing"];
var SIGNS = ["○", "▣", "▸", "◎", "✓", "✗", "⊘", "†", "◎", "?"];

// Returns how many entries of a sorted list, each of `width` numbers, begin with at most `value`.
function countUpTo(list, value, width) {
  var low = 0, high = list.length / width;
  while (low < high) {
    var middle = (low + high) >> 1;
    if (list[middle * width] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Opens the facts of a run: `data` is the JSON in the page.
function open(data) {
  var run = { data: data, promises: {}, jobs: {}, queues: {}, settledAt: {}, children: {} };
  run.first = data.n.length ? data.n[0] : 0;
  run.last = data.n.length ? data.n[data.n.length - 1] : 0;
  data.queues.forEach(function (queue) {
    run.queues[queue[0]] = { id: queue[0], label: queue[1], kind: queue[2], jobs: [] };
  });
  data.jobs.forEach(function (fields) {
    var job = { id: fields[0], promise: fields[1], queue: fields[2], label: fields[3],
      enqueued: fields[4], started: fields[5], ended: fields[6], times: fields[7] };
    run.jobs[job.id] = job;
    if (run.queues[job.queue]) run.queues[job.queue].jobs.push(job);
  });
  data.promises.forEach(function (promise) {
    run.promises[promise.i] = promise;
    if (promise.e) run.settledAt[promise.e] = promise;
    (promise.f || (promise.p ? [promise.p] : [])).forEach(function (parent) {
      (run.children[parent] = run.children[parent] || []).push(promise);
    });
    for (var at = 0; at < promise.s.length; at += 3) {
      if (promise.s[at + 1] >> 2 === 3) run.settledAt["a" + promise.s[at]] = promise;
    }
  });
  run.starts = [0];
  data.beats.forEach(function (beat) { run.starts.push(run.starts[run.starts.length - 1] + beat[5]); });
  run.length = run.starts[run.starts.length - 1];
  return extended(run);
}

// Adds the functions that read the state at an event.
function extended(run) {
  var data = run.data;

  // Returns the state of a promise after an event; undefined before the promise exists.
  run.state = function (promise, event) {
    var count = countUpTo(promise.s, event, 3);
    if (!count) return undefined;
    var code = promise.s[count * 3 - 2];
    return { code: code >> 2, mark: code & 3, of: promise.s[count * 3 - 1],
      since: promise.s[count * 3 - 3] };
  };

  // Returns the states of all promises after an event, as text: what the tests compare.
  run.states = function (event) {
    return data.promises.reduce(function (texts, promise) {
      var state = run.state(promise, event);
      if (state) {
        texts.push("p" + promise.i + " " + STATES[state.code] + (state.of ? " p" + state.of : "")
          + ["", " passed", " unhandled"][state.mark]);
      }
      return texts;
    }, []);
  };

  // Returns the jobs of a queue that run and that wait after an event, in order.
  run.busy = function (queue, event) {
    var result = { running: [], waiting: [] };
    queue.jobs.forEach(function (job) {
      var begun = job.started && job.started <= event;
      if (job.ended && job.ended <= event) return;
      if (begun) result.running.push(job);
      else if (job.enqueued && job.enqueued <= event) result.waiting.push(job);
    });
    result.running.sort(function (a, b) { return a.started - b.started; });
    return result;
  };

  // Returns the place of the last listed event up to an event, from -1.
  run.index = function (event) { return countUpTo(data.n, event, 1) - 1; };

  // Returns the last event up to a time, and the time of an event.
  run.eventAt = function (time) {
    var index = countUpTo(data.t, time, 1) - 1;
    return index < 0 ? run.first : data.n[index];
  };
  run.timeOf = function (event) { return data.t[Math.max(0, run.index(event))] || 0; };

  // Returns where the playhead is after so many nanoseconds of playback at normal speed.
  run.place = function (elapsed) {
    var index = Math.min(Math.max(0, countUpTo(run.starts, elapsed, 1) - 1), data.beats.length - 1);
    var beat = data.beats[index];
    if (!beat) return { beat: -1, event: run.last, time: run.timeOf(run.last) };
    var since = Math.min(Math.max(0, elapsed - run.starts[index]), beat[5]);
    var share = beat[5] > 0 ? since / beat[5] : 1;
    var place = { beat: index, event: beat[1] + Math.round((beat[2] - beat[1]) * share),
      time: beat[3] + Math.round((beat[4] - beat[3]) * share) };
    if (beat[3] < beat[4] || beat[1] < beat[2]) return place;
    var flows = beat[6], length = Math.floor(beat[5] / Math.max(1, flows.length));
    var flow = length > 0 ? Math.floor(since / length) : flows.length;
    if (flow < flows.length) {
      place.flow = { event: flows[flow], share: Math.floor(since % length * 1000 / length) };
    }
    return place;
  };

  // Returns the elapsed time at which playback continues from an event and a time.
  run.elapsed = function (event, time) {
    var index = data.beats.findIndex(function (beat) {
      return beat[2] > event || (beat[2] === event && beat[4] > time);
    });
    if (index < 0) return run.length;
    var beat = data.beats[index], length = beat[4] - beat[3];
    if (length <= 0 || time <= beat[3] || event < beat[1]) return run.starts[index];
    return run.starts[index] + Math.round(beat[5] * (Math.min(time, beat[4]) - beat[3]) / length);
  };

  // Returns the edges along which the outcome or the adoption of an event moves.
  run.edges = function (event) {
    var outer = run.settledAt["a" + event];
    if (outer) return [{ from: run.state(outer, event).of, to: outer.i, joins: true }];
    var promise = run.settledAt[event];
    if (!promise) return [];
    var edges = (run.children[promise.i] || []).filter(function (child) {
      return run.state(child, event);
    }).map(function (child) { return { from: promise.i, to: child.i }; });
    data.promises.forEach(function (other) {
      var state = run.state(other, event);
      if (state && state.code === 3 && state.of === promise.i) {
        edges.push({ from: promise.i, to: other.i });
      }
    });
    return edges;
  };
  return run;
}
