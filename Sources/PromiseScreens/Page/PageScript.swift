/// The script of a page: it draws the frames contained in the page, and moves between them.
package enum PageScript {
  /// The script. It never turns text into markup, and requests nothing from outside.
  static let text = #"""
    (function () {
      "use strict";
      var run = JSON.parse(document.getElementById("run").textContent);
      var screen = document.getElementById("screen");
      var slider = document.getElementById("slider");
      var where = document.getElementById("where");
      var toggle = document.getElementById("toggle");
      var lines = [], shown = [], frames = [], current = -1, timer = 0;

      // A frame contains only the rows that differ from the previous frame.
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

      // Other than plain letters, every sign has a box as wide as its cells, whatever the font is.
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

  /// The hash that identifies it in a content security policy.
  static var hash: String { "sha256-" + base64(SHA256.digest(Array(text.utf8))) }

  /// Returns bytes in Base64 (RFC 4648), with padding.
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

/// SHA-256 (FIPS 180-4): a page identifies its own script by it, so that a browser runs no other script.
enum SHA256 {
  /// Returns the digest, 32 bytes.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    for place in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> (56 - 8 * place))) }
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<start + 64], into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = (0..<16).map { place in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * place + $1]) }
    }
    for place in 16..<64 {
      let (a, b) = (words[place - 15], words[place - 2])
      let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var s = state
    for place in 0..<64 {
      let sum = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ sum &+ choice &+ constants[place] &+ words[place]
      let other = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      s = [first &+ other &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for place in 0..<8 { state[place] &+= s[place] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
