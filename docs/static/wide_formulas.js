/* Formulas within a line know their width only when they are set. */
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  const mark = () => {
    for (const formula of document.querySelectorAll("mjx-container:not([display])")) {
      formula.classList.remove("wide");
      const column = formula.closest("p, li, td, dd, div");
      const wide = formula.getBoundingClientRect().width > column.getBoundingClientRect().width;
      formula.classList.toggle("wide", wide);
    }
  };
  mark();
  window.addEventListener("resize", mark);
});
