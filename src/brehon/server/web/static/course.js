// The chart of a game: a click opens the replay at that point. The table below it has the same as links.

const box = document.querySelector("[data-course]");

// which ply lies there: the picture says where its first and its last one are
function plyAt(picture, x) {
  const place = picture.getBoundingClientRect();
  const { left, right, last } = picture.dataset;
  const at = ((x - place.left) / place.width) * picture.viewBox.baseVal.width;
  return Math.round(Math.max(0, Math.min(1, (at - left) / (right - left))) * last);
}

box?.addEventListener("click", (event) => {
  const picture = event.target.closest("svg.course");
  if (picture) location.assign(`${box.dataset.course}?ply=${plyAt(picture, event.clientX)}`);
});
