// The part of the script that shows the graph in place of the rows.

var graphForm = byId("graph"), formButton = byId("form"), edges = all("#graph .edge");

// Shows the outcomes that have left their boxes: an arrow has the color of its outcome from then on. The one that decided
// is thick, and those that came too late have none.
function showArrows(event) {
  edges.forEach(function (edge) {
    function state(id) { var promise = run.promises[+id]; return promise && run.state(promise, event); }
    function isOver(state) { return state && [4, 5, 6].indexOf(state.code) >= 0; }
    var from = state(edge.dataset.from), kind = edge.dataset.kind;
    var name = !from ? " ahead" : "";
    if (isOver(from) && kind !== "late") name = " s-" + (from.mark === 1 ? "passed" : STATES[from.code]);
    if (kind === "adopts" || isOver(state(edge.dataset.to))) name += " " + kind;
    edge.setAttribute("class", "edge" + name);
  });
}

// Returns what the promises are in: the rows or the boxes.
function home() { return graphForm && !graphForm.hidden ? byId("sheet") : byId("rows"); }

function toggleGraph() {
  if (!graphForm) return;
  graphForm.hidden = !graphForm.hidden;
  byId("rows").hidden = !graphForm.hidden;
  formButton.setAttribute("aria-pressed", String(!graphForm.hidden));
  showFlow(now.flow);
}

if (formButton) {
  formButton.hidden = false;
  formButton.addEventListener("click", toggleGraph);
}
