{
  const place = "gtsd-sim opened", height = "gtsd-sim height";
  const opened = JSON.parse(sessionStorage.getItem(place) ?? "{}");
  const folds = [...document.querySelectorAll("details")];
  const name = fold => [fold.closest("section")?.id, fold.querySelector("summary")?.textContent].join("/");
  for (const fold of folds) {
    if (name(fold) in opened) fold.open = opened[name(fold)];
    fold.addEventListener("toggle", () => {
      opened[name(fold)] = fold.open;
      sessionStorage.setItem(place, JSON.stringify(opened));
    });
  }
  scrollTo(0, Number(sessionStorage.getItem(height) ?? 0));
  addEventListener("pagehide", () => sessionStorage.setItem(height, scrollY));
}
