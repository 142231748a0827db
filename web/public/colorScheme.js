// Runs before the first paint, to avoid a white flash in the dark theme. Same key as in useColorScheme.ts.
(function () {
  var root = document.documentElement;
  var night = matchMedia('(prefers-color-scheme: dark)');

  function remembered(key) {
    try {
      return localStorage.getItem('stagelink-' + key);
    } catch {
      // Storage is unavailable.
      return null;
    }
  }

  function dress() {
    var chosen = remembered('color-scheme');
    var dark = chosen === 'dark' || (chosen !== 'light' && night.matches);
    root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
  }

  dress();
  night.addEventListener('change', dress);
  window.addEventListener('storage', dress);

  // Restores the column widths of the viewer for a window this wide; same keys as in useColumns.ts.
  if (matchMedia('(min-width: 1200px)').matches) {
    ['files', 'panel'].forEach(function (column) {
      var left = remembered('viewer-' + column);
      if (left) root.setAttribute('data-viewer-' + column, left);
    });
  }
})();
