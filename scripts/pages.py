"""Checks exported pages in Chromium, and casts with asciinema, for scripts/consumers.py."""
import re
import shlex
import subprocess
import time

import browser

SIZES = {"phone": (390, 844), "desktop": (1280, 860)}
# What is visible and inside the window, and what the playhead shows.
FACTS = """(() => {
  const seen = id => { const e = document.getElementById(id), b = e && e.getBoundingClientRect();
    return !!b && b.width > 60 && b.height > 20 && b.left >= 0 && b.right <= innerWidth + .5; };
  const wide = [...document.querySelectorAll("body :not(.events.long *)")].filter(e => {
    const b = e.getBoundingClientRect();
    return b.width > 0 && b.right > innerWidth + 1 && !e.closest(".code, .token, .over, .track, .gut, .lane-name"); });
  return { overflow: document.documentElement.scrollWidth - innerWidth, wide: wide.slice(0, 3).map(e => e.outerHTML.slice(0, 90)),
    panes: ["chain", "time", "queues", "inspector", "events", "player"].filter(id => document.getElementById(id) && !seen(id)),
    missing: ["chain", "inspector", "events", "player"].filter(id => !document.getElementById(id)),
    rows: document.querySelectorAll(".row").length, made: document.querySelectorAll(".row:not(.future)").length,
    event: +document.body.dataset.event, time: +document.body.dataset.time, playing: document.body.dataset.playing,
    events: +document.body.dataset.events, items: document.querySelectorAll("#event-list li").length,
    caption: document.getElementById("caption").textContent, selected: document.querySelectorAll("[aria-current]").length,
    clock: document.getElementById("clock").textContent, script: document.querySelectorAll("script").length,
    markup: document.querySelectorAll("main img, main a, main script, [onmouseover], [onerror]").length };
})()"""


class Pages:
    """Opens pages in one browser, and reports what is wrong with `fail`."""

    def __init__(self, fail, folder):
        self.fail, self.folder = fail, folder
        self.browser = browser.Browser()
        folder.mkdir(exist_ok=True)

    def check(self, base, events, whole):
        """Checks the page of a run at both sizes; if `whole`, also playing, keys, clicks and colors."""
        middle = events[len(events) // 2]["n"]
        for name, size in SIZES.items():
            self.browser.show(f"file://{base}.html#event={middle}", *size)
            facts = self.browser.value(FACTS)
            for problem in self.browser.problems:
                self.fail(base.name, f"{name}: {problem}")
            for place in ("overflow", "wide", "panes", "missing", "markup"):
                if facts[place]:
                    self.fail(base.name, f"{name}: {place}: {facts[place]}")
            if facts["event"] != middle and len(events) <= 30_000:
                self.fail(base.name, f"{name}: the page is at event {facts['event']} instead of {middle}")
            if not facts["caption"] and len(events) <= 30_000:
                self.fail(base.name, f"{name}: no caption")
            if facts["items"] != facts["events"] or facts["script"] != 2:
                self.fail(base.name, f"{name}: {facts}")
        if whole:
            self.play(base, events)
            self.press(base, events)
            self.touch(base)
            self.still(base)
            self.pictures(base)

    def facts(self):
        return self.browser.value(FACTS)

    def play(self, base, events):
        """Playing advances the clock and ends at the end; a speed makes it faster."""
        self.browser.show(f"file://{base}.html#event={events[0]['n']}", *SIZES["desktop"])
        first = self.facts()
        self.browser.key(" ", " ")
        time.sleep(2)
        later = self.facts()
        if later["playing"] != "1" or (later["event"], later["time"]) <= (first["event"], first["time"]):
            self.fail(base.name, f"playing does not advance: {first} {later}")
        for _ in range(4):
            self.browser.key("+", "+")
        deadline = time.monotonic() + 30
        while self.facts()["playing"] == "1" and time.monotonic() < deadline:
            time.sleep(.3)
        if (end := self.facts())["event"] != events[-1]["n"] or end["playing"] != "0":
            self.fail(base.name, f"playback does not reach the end: {end}")

    def press(self, base, events):
        """The keys move by event, to the ends, by settlement, between events, and select."""
        self.browser.show(f"file://{base}.html", *SIZES["desktop"])
        numbers = [event["n"] for event in events]
        settled = [event["n"] for event in events if event["k"] == "settled"]
        for key, wanted in (("Home", numbers[0]), ("ArrowRight", numbers[1]), ("ArrowRight", numbers[2]),
                            ("ArrowLeft", numbers[1]), ("End", numbers[-1])):
            self.browser.key(key)
            if (event := self.facts()["event"]) != wanted:
                self.fail(base.name, f"{key} goes to event {event} instead of {wanted}")
        self.browser.key("Home")
        self.browser.key("}", "}")
        if settled and self.facts()["event"] not in settled:
            self.fail(base.name, f"}} goes to event {self.facts()['event']}, which settles nothing")
        self.browser.key("]", "]")
        self.browser.key("ArrowDown")
        if self.facts()["selected"] != 1:
            self.fail(base.name, "no row is selected")
        times = sorted({event["t"] for event in events})
        gap = max(zip(times, times[1:]), key=lambda pair: pair[1] - pair[0], default=None)
        if gap and gap[1] - gap[0] > 2_000_000:
            between = (gap[0] + gap[1]) // 2 // 1_000_000 * 1_000_000
            self.browser.show(f"file://{base}.html#time={between // 1_000_000}ms", *SIZES["desktop"])
            if self.facts()["time"] != between:
                self.fail(base.name, f"the page is at {self.facts()['time']} ns instead of {between}")

    def touch(self, base):
        """A click selects a promise, one on the time moves the playhead, and text can be selected."""
        self.browser.show(f"file://{base}.html", *SIZES["phone"])
        place = self.browser.value("""(() => { const row = document.querySelector(".row .name");
          row.scrollIntoView({ block: "center" }); const b = row.getBoundingClientRect();
          return [b.left + 5, b.top + 5, row.closest(".row").dataset.p]; })()""")
        self.browser.click(*place[:2])
        chosen = self.browser.value("document.querySelector('[aria-current]')?.dataset.p")
        shown = self.browser.value("document.querySelector('#facts .id')?.textContent")
        if chosen != place[2] or shown != f"p{chosen}":
            self.fail(base.name, f"a click on p{place[2]} selects {chosen} and shows {shown}")
        track = self.browser.value("""(() => { const track = document.querySelector(".axis .track");
          if (!track) return null; track.scrollIntoView({ block: "center" });
          const b = track.getBoundingClientRect(); return [b.left + b.width / 4, b.top + 8]; })()""")
        before = self.facts()
        if track:
            self.browser.click(*track)
            after = self.facts()
            if before["time"] == after["time"] and before["event"] == after["event"]:
                self.fail(base.name, "a click on the time does not move the playhead")
        if not self.browser.value("""(() => { getSelection().selectAllChildren(document.querySelector(".rows"));
          return getSelection().toString().length; })()"""):
            self.fail(base.name, "text cannot be selected")

    def still(self, base):
        """Without scripts there are rows and events; with reduced motion nothing moves along the edges."""
        self.browser.show(f"file://{base}.html", *SIZES["phone"], scripts=False)
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        rows, items, hidden = self.browser.value("""[".row", "#event-list li", "#player[hidden]"].map(
          name => document.querySelectorAll(name).length)""")
        if not rows or not items or not hidden:
            self.fail(base.name, f"without scripts: {rows} rows, {items} events")
        self.browser.show(f"file://{base}.html#event=1", *SIZES["desktop"], still=True)
        self.browser.key(" ", " ")
        for _ in range(20):
            time.sleep(.1)
            if self.browser.value("document.querySelectorAll('.token').length"):
                return self.fail(base.name, "something moves although the reader prefers no motion")

    def pictures(self, base):
        """Takes pictures for people: both sizes, light and dark."""
        for name, size in SIZES.items():
            for dark in (False, True):
                self.browser.show(f"file://{base}.html", *size, dark=dark)
                self.browser.key("[", "[")
                self.browser.key("[", "[")
                time.sleep(.4)
                self.browser.picture(self.folder / f"{base.name}-{name}-{'dark' if dark else 'light'}.png")


def check_cast(program, name, folder, fail):
    """Writes playback as a cast, and lets asciinema read and play it."""
    path = folder / f"{name}.cast"
    done = subprocess.run([program, "demo", name, "--as", f"cast={path}"], capture_output=True, timeout=300)
    if done.returncode:
        return fail(name, f"--as cast: {done.stderr.decode()}")
    # asciinema asks for a terminal, which the program called script gives it.
    def asciinema(words):
        return subprocess.run(["script", "-qec", f"asciinema {words} {shlex.quote(str(path))}", "/dev/null"],
                              capture_output=True, timeout=300)

    shown, played = asciinema("cat"), asciinema("play -s 1000 -i 0.001")
    for words, result in (("cat", shown), ("play", played)):
        plain = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", result.stdout)
        if result.returncode or name.encode() not in plain:
            fail(name, f"asciinema {words}: {result.returncode} {result.stderr.decode()[:300]}")
