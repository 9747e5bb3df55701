// The part of the script that shows the graph in place of the rows.

var graphForm = byId("graph"), formButton = byId("form"), edges = all("#graph .edge");

// Shows the outcomes that have left their boxes: an arrow has the color of its outcome from then on.
function showArrows(event) {
  edges.forEach(function (edge) {
    var promise = run.promises[+edge.dataset.from], state = promise && run.state(promise, event);
    var isOver = state && [4, 5, 6].indexOf(state.code) >= 0;
    var name = !isOver ? (state ? "" : " ahead") : " s-" + (state.mark === 1 ? "passed" : STATES[state.code]);
    edge.setAttribute("class", "edge" + (edge.classList.contains("adopts") ? " adopts" : "") + name);
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
