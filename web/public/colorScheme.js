// Runs before the first paint, so that a dark room is never flashed white. Same key as in theme.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('stagelink-color-scheme');
  } catch {
    // Storage is closed to us: follow the system.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
