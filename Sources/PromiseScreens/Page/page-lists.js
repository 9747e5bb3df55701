// The part of the script that shows the queues, the selected promise and the events.

var eventList = byId("event-list"), items = eventList ? Array.from(eventList.children) : [];
var queueRows = table(".queue", "q"), marked = null;

function showQueues(event, time) {
  queueRows.forEach(function (elements, number) {
    var queue = run.queues[number], busy = run.busy(queue, event), element = elements[0];
    var load = element.querySelector(".load"), list = element.querySelector(".jobs");
    var total = busy.running.length + busy.waiting.length;
    load.textContent = total ? "" : words.idle;
    var jobs = busy.running.slice(0, 6).concat(busy.waiting.slice(0, 6));
    var key = jobs.map(function (job) { return job.id + (job.started <= event && job.started ? "r" : "w"); }).join();
    if (element.jobs !== key) {
      element.jobs = key;
      list.textContent = "";
      jobs.forEach(function (job) {
        var runs = job.started && job.started <= event;
        var item = make("li");
        if (job.promise) item.dataset.p = job.promise;
        item.appendChild(make("b", runs ? "s-running" : "s-queued", runs ? "▸" : "▣"));
        item.appendChild(make("span", "", jobName(run, job)));
        item.appendChild(make("span", "much"));
        list.appendChild(item);
      });
      if (total > jobs.length) list.appendChild(make("li", "", "+" + (total - jobs.length)));
    }
    jobs.forEach(function (job, place) {
      var part = progress(job, time), runs = job.started && job.started <= event;
      var item = list.children[place];
      item.querySelector(".much").textContent = runs
        ? part.all ? fill(words.runsOf, milliseconds(part.done), milliseconds(part.all)) : ""
        : fill(words.waitsNow, milliseconds(part.done));
      meter(item, runs && part.all ? part.done / part.all : undefined);
    });
  });
}

// Shows which event the playhead is on.
function showEvents(event) {
  var index = run.index(event);
  if (marked) marked.classList.remove("here");
  items.forEach(function (item, place) {
    var ahead = place > index;
    if (item.isAhead !== ahead) {
      item.isAhead = ahead;
      item.classList.toggle("ahead", ahead);
    }
  });
  marked = items[index] || null;
  if (!marked) return;
  marked.classList.add("here");
  // An event that is not listed has no place: the one before it does.
  var seen = marked;
  while (seen && !seen.offsetHeight) seen = seen.previousElementSibling;
  if (seen) reveal(seen);
}

function sentence(event) {
  var item = items[run.index(event)], text = item && item.querySelector(".text");
  return text ? text.firstElementChild.textContent : "";
}

// Shows everything that is known of the selected promise at an event and a time.
function showFacts(id, event, time) {
  var promise = run.promises[id], box = byId("facts");
  if (!promise) return;
  var state = run.state(promise, event), said = status(run, promise, event, time);
  var facts = [];
  function fact(name, text) { if (text) facts.push([name, text]); }
  if (!state) {
    fact(words.state, words.none);
  } else {
    var word = fill(words[STATES[state.code]], nameOf(run, state.of));
    fact(words.state, word);
    var failed = state.code === 5 || state.code === 6;
    if (state.code >= 4 && state.code <= 6) fact(failed ? words.error : words.value, promise.v);
    else if (said.text !== word) fact("", said.text);
    addTimes(promise, event, time, fact);
  }
  var key = JSON.stringify([id, facts]);
  if (box.key === key) return;
  box.key = key;
  box.textContent = "";
  var line = make("div", "head-line");
  var sign = !state ? "" : state.mark === 2 ? "‼ " : state.mark === 1 ? "· " : SIGNS[state.code] + " ";
  line.appendChild(make("b", state ? "s-" + STATES[state.code] : "", sign));
  line.appendChild(make("span", "", promise.n + " "));
  line.appendChild(make("span", "id", "p" + id));
  box.appendChild(line);
  var list = box.appendChild(make("dl"));
  facts.forEach(function (entry) {
    list.appendChild(make("dt", "", entry[0]));
    list.appendChild(make("dd", entry[0] === words.value ? "value" : "", entry[1]));
  });
  addRelations(list, promise, event);
}

function addTimes(promise, event, time, fact) {
  var job = run.jobs[promise.j];
  function at(when) { return milliseconds(when) + " ms"; }
  if (promise.q && run.queues[promise.q]) fact(words.queue, run.queues[promise.q].label);
  fact(words.created, at(promise.c[1]));
  if (job) {
    if (job.enqueued && job.enqueued <= event) fact(words.enqueued, at(job.times[0]));
    if (job.started && job.started <= event) {
      var waited = job.times[1] - job.times[0];
      fact(words.started, at(job.times[1]) + (waited > 0 ? " · " + fill(words.waitedFor, milliseconds(waited)) : ""));
    }
    if (job.ended && job.ended <= event) fact(words.ended, at(job.times[2]));
  }
  if (promise.e && promise.e <= event) {
    fact(words.settled, at(promise.et) + (promise.r ? " · " + fill(words.by, nameOf(run, promise.r)) : ""));
    if (promise.g && promise.g !== promise.r) fact(words.from, nameOf(run, promise.g));
  }
  fact(words.source, promise.w);
}

function addRelations(list, promise, event) {
  function relation(name, ids) {
    var known = ids.filter(function (id) { return run.promises[id]; });
    if (!known.length) return;
    list.appendChild(make("dt", "", name));
    var place = list.appendChild(make("dd"));
    known.slice(0, 8).forEach(function (id, index) {
      if (index) place.appendChild(document.createTextNode(", "));
      var link = make("span", "link", nameOf(run, id));
      link.dataset.p = id;
      place.appendChild(link);
    });
    if (known.length > 8) place.appendChild(document.createTextNode(" +" + (known.length - 8)));
  }
  if (promise.f) relation(words.input, promise.f);
  else if (promise.p) relation(words.parent, [promise.p]);
  var state = run.state(promise, event);
  if (state && state.code === 3) relation(words.adopted, [state.of]);
  relation(words.children, (run.children[promise.i] || []).map(function (child) { return child.i; }));
}
