// The part of the script that shows states in the chain, the time and the source.

function byId(id) { return document.getElementById(id); }
function all(selector, under) { return Array.from((under || document).querySelectorAll(selector)); }

function make(name, className, text) {
  var element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// Returns the elements with an attribute by the number in it.
function table(selector, name) {
  var result = new Map();
  all(selector).forEach(function (element) {
    var number = +element.dataset[name];
    if (!result.has(number)) result.set(number, []);
    result.get(number).push(element);
  });
  return result;
}

var run = open(JSON.parse(byId("run").textContent)), data = run.data, words = data.words;
var signs = table("[data-s]", "s"), texts = table("[data-w]", "w"), rows = table(".row", "p");
var bars = table(".bar[data-j]", "j"), later = all("[data-after]"), lines = table(".code li", "l");
var shown = new Map(), meters = new Map();
var stillness = matchMedia("(prefers-reduced-motion: reduce)");
var lanes = byId("lanes"), veil = byId("veil"), head = byId("head");

// Shows the state of every promise after an event where it has changed.
function showStates(event, isStep) {
  var settled = [];
  data.promises.forEach(function (promise) {
    var state = run.state(promise, event);
    var key = state ? state.code * 4 + state.mark : -1;
    if (shown.get(promise.i) === key) return;
    shown.set(promise.i, key);
    var name = !state ? "pending" : state.mark === 2 ? "rejected" : state.mark === 1 ? "passed"
      : STATES[state.code];
    var sign = !state ? "" : state.mark === 2 ? "‼" : state.mark === 1 ? "·" : SIGNS[state.code];
    (signs.get(promise.i) || []).forEach(function (element) {
      element.className = "s-" + name;
      element.textContent = sign;
    });
    (rows.get(promise.i) || []).forEach(function (row) {
      row.classList.toggle("future", !state);
    });
    if (isStep && state && [4, 5, 6].indexOf(state.code) >= 0) settled.push(promise.i);
  });
  if (settled.length < 9 && !stillness.matches) settled.forEach(function (id) {
    (signs.get(id) || []).forEach(function (element) {
      element.animate([{ transform: "scale(1.7)" }, { transform: "none" }], 400);
    });
  });
  later.forEach(function (element) {
    var isOver = +element.dataset.after <= event;
    if (element.tagName === "I") element.classList.toggle("won", isOver);
    else if (element.closest(".warnings")) element.hidden = !isOver;
    else element.style.visibility = isOver ? "" : "hidden";
  });
  var warnings = byId("warnings");
  if (warnings) warnings.hidden = !warnings.querySelector("li:not([hidden])");
  var file = runningLine(event);
  all(".code li.runs").forEach(function (line) { line.classList.remove("runs"); });
  if (file) { file.classList.add("runs"); reveal(file); }
}

// Scrolls a list, not the page, so that one of its items is visible.
function reveal(item) {
  var list = item.parentNode, box = list.getBoundingClientRect(), place = item.getBoundingClientRect();
  if (place.top >= box.top && place.bottom <= box.bottom) return;
  list.scrollTop += place.top - box.top - box.height / 3;
}

// Returns the line that created the promise whose handler started last and still runs.
function runningLine(event) {
  var latest = null;
  data.jobs.forEach(function (fields) {
    if (fields[5] && fields[5] <= event && !(fields[6] && fields[6] <= event)
      && (!latest || fields[5] > latest[5])) latest = fields;
  });
  return latest && lineOf(run.promises[latest[1]]);
}

function lineOf(promise) {
  if (!promise || promise.z === undefined) return null;
  return (lines.get(promise.l) || []).find(function (line) {
    return +line.closest(".file").dataset.z === promise.z;
  });
}

// Shows a meter with the done part of something below an element.
function meter(element, share) {
  var bar = meters.get(element);
  if (share === undefined) {
    if (bar) { bar.remove(); meters.delete(element); }
    return;
  }
  if (!bar) {
    bar = make("span", "meter");
    bar.appendChild(make("span"));
    meters.set(element, bar);
  }
  if (bar.parentNode !== element) element.appendChild(bar);
  bar.firstChild.style.width = Math.min(100, share * 100).toFixed(1) + "%";
}

// Shows what each promise does at this time. Between events only what changes with time is shown again.
function showTexts(event, time, isNewEvent) {
  data.promises.forEach(function (promise) {
    var state = run.state(promise, event);
    if (!isNewEvent && !(state && state.code <= 2)) return;
    var said = status(run, promise, event, time);
    (texts.get(promise.i) || []).forEach(function (element) {
      if (element.said !== said.text) {
        element.said = said.text;
        element.textContent = said.text;
        meters.delete(element);
        element.classList.toggle("value", !!said.isValue);
      }
      meter(element, said.share);
    });
  });
}

// Moves the playhead over the lanes.
function showLanes(event, time, isNewEvent) {
  if (!lanes) return;
  var first = +lanes.dataset.first, last = +lanes.dataset.last;
  var value = lanes.dataset.by === "event" ? event : time;
  var share = last > first ? Math.min(1, Math.max(0, (value - first) / (last - first))) : 1;
  head.style.left = (share * 100).toFixed(3) + "%";
  veil.style.left = head.style.left;
  if (!isNewEvent) return;
  bars.forEach(function (elements, number) {
    var job = run.jobs[number];
    var runs = job && job.started <= event && !(job.ended && job.ended <= event);
    elements.forEach(function (element) { element.classList.toggle("runs", !!runs); });
  });
}
