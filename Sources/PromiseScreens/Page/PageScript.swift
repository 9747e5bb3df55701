/// The script of a page: it draws the frames that lie in the page, and goes from one to another.
package enum PageScript {
  /// The script. It makes no markup out of text, and asks for nothing from outside.
  static let text = #"""
    (function () {
      "use strict";
      var run = JSON.parse(document.getElementById("run").textContent);
      var screen = document.getElementById("screen");
      var slider = document.getElementById("slider");
      var where = document.getElementById("where");
      var toggle = document.getElementById("toggle");
      var lines = [], shown = [], frames = [], current = -1, timer = 0;

      // A frame tells only the rows that differ from the frame before.
      run.frames.forEach(function (frame) {
        var rows = frames.length ? frames[frames.length - 1].rows.slice() : [];
        for (var i = 0; i < frame[2].length; i += 2) rows[frame[2][i]] = frame[2][i + 1];
        frames.push({ event: frame[0], time: frame[1], rows: rows });
      });
      for (var y = 0; y < run.height; y += 1) {
        lines.push(screen.appendChild(document.createElement("div")));
        shown.push(-1);
      }

      function box(parent, text, cells) {
        var element = document.createElement("b");
        element.textContent = text;
        element.style.width = cells + "ch";
        parent.appendChild(element);
      }

      // What is no plain letter has a box as wide as its cells, whatever the font is.
      function put(parent, text) {
        var parts = text.match(/[ -~]+|([^ -~])\1*/gu) || [];
        parts.forEach(function (part) {
          if (/^[ -~]/.test(part)) parent.appendChild(document.createTextNode(part));
          else box(parent, part, Array.from(part).length);
        });
      }

      function draw(line, row) {
        line.textContent = "";
        for (var i = 0; i < row.length; i += 2) {
          var span = document.createElement("span");
          span.className = run.roles[row[i] >> 3] + (row[i] & 1 ? " inverse" : "");
          if (row[i] & 6) box(span, row[i + 1], row[i] & 2 ? 2 : 1);
          else put(span, row[i + 1]);
          line.appendChild(span);
        }
      }

      function show(number) {
        var next = Math.max(0, Math.min(frames.length - 1, number));
        if (next === current) return;
        current = next;
        var frame = frames[current];
        for (var y = 0; y < run.height; y += 1) {
          if (shown[y] === frame.rows[y]) continue;
          shown[y] = frame.rows[y];
          draw(lines[y], run.rows[shown[y]]);
        }
        slider.value = current;
        where.textContent = "event " + frame.event + " of " + run.last + ", " + frame.time + " ms";
        slider.setAttribute("aria-valuetext", where.textContent);
        document.body.dataset.frame = current + 1;
        document.body.dataset.event = frame.event;
        if (timer && current === frames.length - 1) pause();
      }

      function pause() {
        clearInterval(timer);
        timer = 0;
        toggle.textContent = "run";
      }

      function play() {
        if (current === frames.length - 1) show(0);
        timer = setInterval(function () { show(current + 1); },
          Math.max(30, Math.min(500, 10000 / frames.length)));
        toggle.textContent = "pause";
      }

      function runOrPause() {
        if (timer) pause();
        else play();
      }

      function step(by) {
        if (timer) pause();
        show(current + by);
      }

      // #event=31 shows the last frame up to that event.
      function follow() {
        var match = /^#event=(\d+)$/.exec(location.hash);
        if (!match) return false;
        var last = 0;
        frames.forEach(function (frame, place) { if (frame.event <= +match[1]) last = place; });
        show(last);
        return true;
      }

      document.getElementById("back").addEventListener("click", function () { step(-1); });
      document.getElementById("on").addEventListener("click", function () { step(1); });
      toggle.addEventListener("click", runOrPause);
      slider.addEventListener("input", function () { step(+slider.value - current); });
      addEventListener("hashchange", follow);
      addEventListener("keydown", function (event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        var page = Math.max(1, Math.round(frames.length / 10));
        var steps = { ArrowLeft: -1, ArrowRight: 1, "[": -page, "]": page,
          Home: -frames.length, End: frames.length };
        if (event.key === " ") {
          if (event.target.tagName === "BUTTON") return;
          runOrPause();
        } else if (steps[event.key]) step(steps[event.key]);
        else return;
        event.preventDefault();
      });

      slider.max = frames.length - 1;
      document.body.dataset.frames = frames.length;
      document.getElementById("controls").hidden = false;
      if (!follow()) show(0);
    })();
    """#

  /// What a content security policy names it by.
  static var hash: String { "sha256-" + base64(SHA256.digest(Array(text.utf8))) }

  /// RFC 4648, with padding.
  package static func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(place <= group.count ? signs[value >> (18 - 6 * place) & 63] : "=")
      }
    }
    return result
  }
}
