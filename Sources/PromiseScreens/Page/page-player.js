// The part of the script that keeps the clock, and reads keys and touches.

var SPEEDS = [.125, .25, .5, 1, 2, 4, 8, 16];
var now = { event: run.last, time: data.end }, elapsed = 0, playing = false, before = 0;
var speed = 3, selected = 0, chosen = false, hasPlayed = false, lastEvent = -1;
var slider = byId("slider"), toggle = byId("toggle"), caption = byId("caption"), clock = byId("clock");

// Shows the run at an event and a time.
function show(place) {
  now = place;
  var isNew = place.event !== lastEvent, isStep = isNew && lastEvent >= 0 && place.event > lastEvent;
  lastEvent = place.event;
  if (isNew) {
    showStates(place.event, isStep);
    showArrows(place.event);
    showEvents(place.event);
    if (!chosen) follow(place.event);
  }
  showTexts(place.event, place.time, isNew);
  showLanes(place.event, place.time, isNew);
  showQueues(place.event, place.time);
  showFlow(place.flow);
  if (selected) showFacts(selected, place.event, place.time);
  showClock(place);
}

function showClock(place) {
  var beat = data.beats[place.beat];
  var text = beat && beat[7] || sentence(place.event), why = beat && beat[7] && beat[8] || "";
  if (caption.dataset.text !== text + why) {
    caption.dataset.text = text + why;
    caption.textContent = text;
    caption.appendChild(make("span", "why", why));
  }
  clock.textContent = "";
  clock.appendChild(make("b", "", milliseconds(place.time)));
  var of = fill(words.eventOf, place.event, run.last);
  clock.appendChild(document.createTextNode(" / " + milliseconds(data.end) + " ms"));
  clock.appendChild(make("i", "", " · "));
  clock.appendChild(make("span", "", of));
  slider.value = Math.round(elapsed / 1e6);
  slider.setAttribute("aria-valuetext", milliseconds(place.time) + " ms, " + of);
  document.body.dataset.event = place.event;
  document.body.dataset.time = place.time;
}

// Selects the promise that an event is about, unless the reader has selected one.
function follow(event) {
  var item = items[run.index(event)], id = item && +item.dataset.p;
  if (id && run.promises[id] && run.state(run.promises[id], event)) select(id, false);
}

function select(id, byReader) {
  if (!run.promises[id]) return;
  chosen = byReader;
  (rows.get(selected) || []).forEach(function (row) { row.removeAttribute("aria-current"); });
  all(".code li.here").forEach(function (line) { line.classList.remove("here"); });
  selected = id;
  (rows.get(id) || []).forEach(function (row) { row.setAttribute("aria-current", "true"); });
  var line = lineOf(run.promises[id]);
  if (line) { line.classList.add("here"); reveal(line); }
  showFacts(id, now.event, now.time);
}

// Playback: the clock of the browser, through the beats.
function frame(moment) {
  if (!playing) return;
  elapsed += Math.min(250, Math.max(0, moment - before)) * 1e6 * SPEEDS[speed];
  before = moment;
  if (elapsed >= run.length) { elapsed = run.length; pause(); }
  var place = run.place(elapsed);
  // Without motion, each beat is shown at its end.
  if (stillness.matches && place.beat >= 0) {
    var beat = data.beats[place.beat];
    place = { beat: place.beat, event: beat[2], time: beat[4] };
  }
  show(place);
  if (playing) requestAnimationFrame(frame);
}

function play() {
  if (elapsed >= run.length) elapsed = 0;
  playing = hasPlayed = true;
  before = performance.now();
  label();
  requestAnimationFrame(frame);
}

function pause() { playing = false; label(); }

function label() {
  var isOver = hasPlayed && elapsed >= run.length;
  byId("sign").textContent = playing ? "❚❚" : isOver ? "↻" : "▶";
  byId("word").textContent = playing ? words.pause : isOver ? words.again : words.play;
  document.body.dataset.playing = playing ? 1 : 0;
}

// Stops, and stands on an event, or at a time between events.
function stand(event, time) {
  if (playing) pause();
  event = Math.min(run.last, Math.max(run.first, event));
  time = time === undefined ? run.timeOf(event) : time;
  elapsed = run.elapsed(event, time);
  if (event === run.last && time >= data.end) elapsed = run.length;
  var between = data.beats.findIndex(function (beat) {
    return beat[0] === "wait" && beat[3] < time && time < beat[4];
  });
  show({ event: event, time: time, beat: between });
  label();
}

function standAt(time) {
  var event = run.eventAt(time);
  stand(event, Math.max(time, run.timeOf(event)));
}

function step(by) {
  var index = run.index(now.event) + by;
  // A step back from between two events goes to the event.
  if (by === -1 && now.time > run.timeOf(now.event)) index += 1;
  stand(data.n[Math.min(data.n.length - 1, Math.max(0, index))] || run.first);
}

function stepSettled(by) {
  var events = data.promises.filter(function (promise) { return promise.e; })
    .map(function (promise) { return promise.e; }).sort(function (a, b) { return a - b; });
  var next = by > 0 ? events.find(function (event) { return event > now.event; })
    : events.reverse().find(function (event) { return event < now.event; });
  if (next) stand(next);
}

function setSpeed(next) {
  speed = Math.min(SPEEDS.length - 1, Math.max(0, next));
  byId("speed").textContent = "×" + ["⅛", "¼", "½", "1", "2", "4", "8", "16"][speed];
}

function seek(next) {
  if (playing) pause();
  elapsed = Math.min(run.length, Math.max(0, next));
  var place = run.place(elapsed);
  show(place);
  label();
}

function neighbor(by) {
  var order = all("#rows .row").map(function (row) { return +row.dataset.p; });
  var index = order.indexOf(selected);
  select(order[Math.min(order.length - 1, Math.max(0, index + by))], true);
}

// #event=31 and #time=150ms open the page there.
function open_at() {
  var match = /^#(event|time)=(\d+(?:\.\d+)?)(?:ms)?$/.exec(location.hash);
  if (!match) return false;
  if (match[1] === "event") stand(+match[2]);
  else standAt(+match[2] * 1e6);
  return true;
}

var KEYS = {
  " ": function () { if (playing) pause(); else play(); },
  ArrowLeft: function () { step(-1); }, ArrowRight: function () { step(1); },
  ArrowUp: function () { neighbor(-1); }, ArrowDown: function () { neighbor(1); },
  "[": function () { seek(elapsed - run.length / 10); },
  "]": function () { seek(elapsed + run.length / 10); },
  "{": function () { stepSettled(-1); }, "}": function () { stepSettled(1); },
  Home: function () { stand(run.first); }, End: function () { stand(run.last, data.end); },
  V: toggleGraph, v: toggleGraph,
  "+": function () { setSpeed(speed + 1); }, "-": function () { setSpeed(speed - 1); },
  Escape: function () { chosen = false; follow(now.event); },
  Enter: function () {
    var row = document.activeElement && document.activeElement.closest("[data-p]");
    if (row) select(+row.dataset.p, true);
  },
};

addEventListener("keydown", function (event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  var isButton = event.target.tagName === "BUTTON" || event.target.type === "checkbox";
  if (isButton && (event.key === " " || event.key === "Enter")) return;
  if (event.target === slider && /^(Home|End)$/.test(event.key)) return;
  KEYS[event.key]();
  event.preventDefault();
});

document.addEventListener("click", function (event) {
  if (!getSelection().isCollapsed) return;
  var item = event.target.closest(".events li");
  if (item) {
    chosen = false;
    stand(+item.value);
    return;
  }
  var target = event.target.closest("[data-p]");
  if (target) select(+target.dataset.p, true);
});

function hover(event, isOver) {
  var target = event.target.closest && event.target.closest("[data-p]");
  all(".near").forEach(function (element) { element.classList.remove("near"); });
  if (!target || !isOver) return;
  var id = +target.dataset.p, promise = run.promises[id];
  var near = [id].concat(promise ? promise.f || [promise.p] : []);
  near.slice(0, 40).forEach(function (other) {
    all('.row[data-p="' + other + '"]' + (other === id ? ', .bar[data-p="' + id + '"]' : ""))
      .forEach(function (element) { element.classList.add("near"); });
  });
}
document.addEventListener("mouseover", function (event) { hover(event, true); });
document.addEventListener("mouseout", function (event) { hover(event, false); });

// A drag over the lanes moves the playhead, also between events.
function scrub(event) {
  var box = lanes.querySelector(".axis .track").getBoundingClientRect();
  var share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  var first = +lanes.dataset.first, last = +lanes.dataset.last;
  if (lanes.dataset.by === "event") stand(Math.round(first + share * (last - first)));
  else standAt(Math.round(first + share * (last - first)));
}
if (lanes) {
  var dragging = false;
  lanes.addEventListener("pointerdown", function (event) {
    dragging = true;
    scrub(event);
  });
  addEventListener("pointermove", function (event) { if (dragging) scrub(event); });
  addEventListener("pointerup", function () { dragging = false; });
  addEventListener("pointercancel", function () { dragging = false; });
}

slider.max = Math.round(run.length / 1e6);
slider.addEventListener("input", function () { seek(+slider.value * 1e6); });
toggle.addEventListener("click", KEYS[" "]);
byId("back").addEventListener("click", function () { step(-1); });
byId("on").addEventListener("click", function () { step(1); });
byId("speed").addEventListener("click", function () { setSpeed((speed + 1) % SPEEDS.length); });
var everything = byId("all");
if (everything) {
  everything.addEventListener("change", function () {
    eventList.classList.toggle("all", everything.checked);
    showEvents(now.event);
  });
}
addEventListener("hashchange", open_at);

document.body.classList.add("script");
["player", "inspector", "keys"].forEach(function (id) { byId(id).hidden = false; });
all("label.script").forEach(function (element) { element.hidden = false; });
setSpeed(3);
document.body.dataset.events = data.n.length;
if (!open_at()) seek(0);
