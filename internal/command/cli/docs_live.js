// Loads the page again when the server has another one than that of pageNumber. It is only
// in a page that is served.
(() => {
  "use strict";
  const changes = new EventSource(`changes?page=${pageNumber}`);
  changes.addEventListener("message", () => location.reload());
})();
