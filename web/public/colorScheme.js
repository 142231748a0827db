// Runs before the first paint, so that a dark room is never flashed white. Same key as in theme.ts.
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = localStorage.getItem('stagelink-color-scheme');
    // The viewer's columns, as this person left them in a window as wide; same keys as in useColumns.ts.
    if (matchMedia('(min-width: 1200px)').matches) {
      ['files', 'details'].forEach(function (column) {
        var left = localStorage.getItem('stagelink-viewer-' + column);
        if (left) root.setAttribute('data-viewer-' + column, left);
      });
    }
  } catch {
    // Storage is closed to us: follow the system.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
