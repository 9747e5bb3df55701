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

// Shows a text in a lane at a place from its left side if it is narrower than the room, and returns whether it is.
function write(text, track, left, room) {
  var label = make("span", "label", text);
  label.style.left = left + "px";
  track.appendChild(label);
  if (label.offsetWidth <= room) return true;
  label.remove();
  return false;
}

// Writes names to the right of the bars that have no room for them, and at the end of a lane how many have none.
function nameLanes() {
  if (!lanes) return;
  all(".label", lanes).forEach(function (label) { label.remove(); });
  all(".track", lanes).forEach(function (track) {
    var box = track.getBoundingClientRect(), groups = barsOf(track), unnamed = 0, end = box.left;
    groups.forEach(function (group, index) {
      var next = groups[index + 1] ? groups[index + 1].left : box.right;
      end = group.right;
      if (group.isNamed) return;
      var isWritten = textsOf(group.names).some(function (text) {
        if (!write(text, track, group.right - box.left + 3, next - group.right - 6)) return false;
        end = group.right + 6 + track.lastChild.offsetWidth;
        return true;
      });
      if (!isWritten) unnamed += group.names.length;
    });
    var more = unnamed && fill(words.more, unnamed);
    if (more && !write(more, track, end - box.left + 3, box.right - end - 3)) {
      write("+" + unnamed, track, end - box.left + 3, box.right - end - 3);
    }
  });
}

nameLanes();
addEventListener("resize", function () { requestAnimationFrame(nameLanes); });
