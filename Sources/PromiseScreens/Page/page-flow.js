// The part of the script that moves outcomes along the edges of the chain.

var tokens = [];

// Returns the middle of a promise's sign, relative to the rows or the boxes.
function middle(id) {
  var place = home();
  var sign = (signs.get(id) || []).find(function (element) { return place.contains(element); });
  if (!sign) return null;
  var box = sign.getBoundingClientRect(), origin = place.getBoundingClientRect();
  return { x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top };
}

// Returns a point on the way from one sign to another: down or up the outer lane, then across.
function along(from, to, share) {
  var corner = from.x <= to.x ? { x: from.x, y: to.y } : { x: to.x, y: from.y };
  var first = Math.abs(corner.x - from.x) + Math.abs(corner.y - from.y);
  var second = Math.abs(to.x - corner.x) + Math.abs(to.y - corner.y);
  var way = share * (first + second);
  var a = way <= first ? from : corner, b = way <= first ? corner : to;
  var length = way <= first ? first : second, part = way <= first ? way : way - first;
  var rest = length > 0 ? part / length : 1;
  return { x: a.x + (b.x - a.x) * rest, y: a.y + (b.y - a.y) * rest };
}

// Shows the outcome that is on its way, or none.
function showFlow(flow) {
  var edges = flow && !stillness.matches && byId("rows") ? run.edges(flow.event).slice(0, 8) : [];
  while (tokens.length > edges.length) tokens.pop().remove();
  edges.forEach(function (edge, place) {
    var from = middle(edge.from), to = middle(edge.to), source = run.promises[edge.from];
    if (!from || !to) { if (tokens[place]) tokens[place].hidden = true; return; }
    if (!tokens[place]) {
      tokens[place] = make("span");
      tokens[place].className = "token";
    }
    if (tokens[place].parentNode !== home()) home().appendChild(tokens[place]);
    var state = run.state(source, flow.event), token = tokens[place];
    token.hidden = false;
    token.className = "token s-" + (edge.joins ? "lockedIn" : state ? STATES[state.code] : "pending");
    token.textContent = edge.joins ? "◎" : (state ? SIGNS[state.code] + " " : "") + (source.v || "");
    var eased = flow.share / 1000;
    eased = eased * eased * (3 - 2 * eased);
    var point = along(from, to, eased);
    token.style.transform = "translate(" + point.x.toFixed(1) + "px," + point.y.toFixed(1)
      + "px) translate(-10px,-50%)";
  });
}
