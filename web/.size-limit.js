import { readFileSync } from 'node:fs';

const readManifest = (name) =>
  JSON.parse(readFileSync(new URL(`dist/.vite/${name}.json`, import.meta.url), 'utf8'));

/** The scripts a browser fetches before these parts can be shown: each chunk with all it imports statically. */
function firstLoaded(manifest, ...parts) {
  const seen = new Set();
  const visit = (part) => {
    if (seen.has(part)) return;
    seen.add(part);
    for (const imported of manifest[part].imports ?? []) visit(imported);
  };
  for (const part of parts) visit(part);
  return [...seen].map((part) => `dist/${manifest[part].file}`);
}

const app = readManifest('manifest');

const page = (name, limit, ...parts) => ({
  name,
  limit,
  path: firstLoaded(app, 'index.html', ...parts),
  gzip: true,
  brotli: false,
});

/** Rendered at build time, so that it loads nothing of the app before a visitor uses it. */
const rendered = (name, limit, ...scripts) => ({
  name,
  limit,
  path: firstLoaded(app, ...scripts),
  gzip: true,
  brotli: false,
});

/** Loads nothing of the app, and the search on its first use. */
const docs = {
  name: 'docs',
  limit: '10 kB',
  path: firstLoaded(readManifest('docs'), 'docs.html', 'docs/client/search.ts'),
  gzip: true,
  brotli: false,
};

const part = (name, limit, file) => ({
  name,
  limit,
  path: `dist-agent/${file}.js`,
  gzip: true,
  brotli: false,
});

const PRICING = 'src/pages/pricing/client/main.ts';
const DASHBOARD = ['src/app/routes.tsx', 'src/pages/dashboard/DashboardPage.tsx'];

export default [
  rendered('landing', '5.1 kB', 'src/pages/landing/client/main.ts'),
  rendered('pricing', '5 kB', PRICING),
  rendered(
    'pricing with an account that pays',
    '70 kB',
    PRICING,
    'src/pages/pricing/client/requests.ts',
    'src/features/billing/wallet.ts',
  ),
  page('viewer', '133 kB', 'src/pages/viewer/ViewerPage.tsx'),
  page('dashboard', '162 kB', ...DASHBOARD),
  page('dashboard with its list', '181 kB', ...DASHBOARD, 'src/features/snapshots/SnapshotTable.tsx'),
  page('settings', '188 kB', 'src/app/routes.tsx', 'src/pages/settings/SettingsPage.tsx'),
  docs,
  // 3.75 kB before it remembered what fails on a page from its start, could hold the page's timers, and saw whether a worker
  // draws a canvas.
  part('preview agent', '4.22 kB', 'agent'),
  part('preview agent: inspect', '10 kB', 'inspect'),
  part('preview agent: outline', '3 kB', 'outline'),
  // 16.1 kB before it passed on keys that were pressed before it loaded and what comments on several elements and frozen pages
  // need, and drew proposals.
  part('preview agent: pins', '17.6 kB', 'pins'),
  // 10.2 kB before it chose two elements with a gap between them, and kept elements that go away meanwhile.
  part('preview agent: picking', '11.1 kB', 'picking'),
  part('preview agent: picture', '14 kB', 'picture'),
  part('preview agent: recovery', '0.5 kB', 'recovery'),
  part('preview agent: reopen', '9 kB', 'reopen'),
  part('preview agent: selection', '2 kB', 'selection'),
  // Only loaded where pins meet another version; a kilobyte of it keeps equal elements from being mistaken, and another one
  // finds cells, titles and items in other words, names that stayed, and what wrappers were taken off.
  part('preview agent: tree', '14.9 kB', 'tree'),
  part('preview agent: audit', '25 kB', 'audit'),
  part('preview agent: axe', '200 kB', 'axe'),
];
