document.addEventListener("click", event => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const done = () => { button.textContent = "Copied"; setTimeout(() => button.textContent = "Copy", 1500); };
  if (navigator.clipboard) { navigator.clipboard.writeText(button.dataset.copy).then(done); return; }
  getSelection().selectAllChildren(button.previousElementSibling);
});
// What a link leads to is unfolded, and on paper every section is; tables of charts stay where they are.
const unfoldTo = hash => {
  const place = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!place) return;
  const fold = place.querySelector(":scope > details.fold");
  if (fold) fold.open = true;
  for (let outer = place.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
  return place;
};
addEventListener("hashchange", () => unfoldTo(location.hash)?.scrollIntoView());
addEventListener("click", event => {
  const link = event.target.closest("a[href^='#']");
  if (link) unfoldTo(link.hash);
});
unfoldTo(location.hash)?.scrollIntoView();
const folded = [];
addEventListener("beforeprint", () => {
  folded.push(...document.querySelectorAll(".fold:not([open]), .aside:not([open])"));
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => { for (const details of folded.splice(0)) details.open = false; });
