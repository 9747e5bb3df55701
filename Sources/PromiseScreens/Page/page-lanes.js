// The part of the script that names the jobs and timers whose bars have no room for it, as the terminal does.

// Returns the bars of a lane in groups that touch each other, with their ends; a bar with its name is its own group.
function barsOf(track) {
  var groups = [];
  all(".bar, .timer-bar", track).map(function (bar) {
    var box = bar.getBoundingClientRect();
    return { left: box.left, right: box.right, name: bar.textContent,
      isNamed: bar.scrollWidth <= bar.clientWidth || bar.clientWidth >= 60 };
  }).sort(function (a, b) { return a.left - b.left; }).forEach(function (bar) {
    var last = groups[groups.length - 1];
    if (last && !last.isNamed && !bar.isNamed && bar.left - last.right < 3) {
      last.names.push(bar.name);
      last.right = Math.max(last.right, bar.right);
    } else {
      groups.push({ left: bar.left, right: bar.right, names: [bar.name], isNamed: bar.isNamed });
    }
  });
  return groups;
}

// Returns texts for jobs, from long to short: "×3 flush, submit, …" and "×3"; of a single one, its name.
function textsOf(names) {
  if (names.length === 1) return names;
  var different = Array.from(new Set(names)), texts = [];
  for (var count = Math.min(4, different.length); count > 0; count -= 1) {
    var list = different.slice(0, count).concat(count < different.length ? ["…"] : []);
    texts.push("×" + names.length + " " + list.join(", "));
  }
  return texts.concat("×" + names.length);
}

// Shows a text in a lane between two places, at the right one if it `endsThere`, and returns its other end; null if
// there is no room.
function write(text, track, from, to, endsThere) {
  var label = make("span", "label", text);
  track.appendChild(label);
  var width = label.offsetWidth;
  if (width > to - from) { label.remove(); return null; }
  label.style.left = (endsThere ? to - width : from) + "px";
  return endsThere ? to - width : from + width;
}

// Writes names beside the bars that have no room for them, and at the end of a lane how many have none.
function nameLanes() {
  if (!lanes) return;
  all(".label", lanes).forEach(function (label) { label.remove(); });
  all(".track", lanes).forEach(function (track) {
    var box = track.getBoundingClientRect(), groups = barsOf(track), unnamed = 0, end = 0;
    groups.forEach(function (group, index) {
      var next = groups[index + 1] ? groups[index + 1].left - box.left - 3 : box.width;
      var left = group.left - box.left, right = group.right - box.left, before = end;
      end = right;
      if (group.isNamed) return;
      var isWritten = textsOf(group.names).some(function (text) {
        var after = write(text, track, right + 3, next);
        if (after !== null) end = after;
        return after !== null || write(text, track, before + 6, left - 3, true) !== null;
      });
      if (!isWritten) unnamed += group.names.length;
    });
    if (unnamed && write(fill(words.more, unnamed), track, end + 6, box.width, true) === null) {
      write("+" + unnamed, track, end + 6, box.width, true);
    }
  });
}

nameLanes();
addEventListener("resize", function () { requestAnimationFrame(nameLanes); });
