// Apply the theme of the settings before the first paint. A classic script in the head: modules run too late for that.

(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("htl-settings")) ?? {};
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the page follows the system.
  }
})();
