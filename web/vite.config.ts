import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { refuseCircularChunks } from './circularChunks.ts';
import { chunkNames, SEPARATOR } from './pageChunks.ts';
import { preloadedFonts } from './preloadedFonts.ts';
import { prerender } from './prerender.ts';

const SERVER = 'http://localhost:4600';

/** The server accepts its own origin only. */
const toServer = { target: SERVER, changeOrigin: true, headers: { origin: SERVER }, ws: true };

const INPUT = [
  'index.html',
  'src/pages/landing/client/main.ts',
  'src/pages/pricing/client/main.ts',
  // No browser loads these: they are built for their styles.
  'src/pages/landing/LandingPage.tsx',
  'src/pages/pricing/PricingPage.tsx',
];

const PAGES = {
  start: ['index.html'],
  landing: ['src/pages/landing/client/main.ts'],
  landingStyles: ['src/pages/landing/LandingPage.tsx'],
  pricing: ['src/pages/pricing/client/main.ts'],
  pricingStyles: ['src/pages/pricing/PricingPage.tsx'],
  checkout: ['src/pages/pricing/client/requests.ts', 'src/features/billing/wallet.ts'],
  viewer: ['src/pages/viewer/ViewerPage.tsx'],
  app: ['src/app/routes.tsx'],
  dashboard: ['src/pages/dashboard/DashboardPage.tsx'],
  list: ['src/features/snapshots/SnapshotTable.tsx'],
  settings: ['src/pages/settings/SettingsPage.tsx'],
};

/** What the viewer and the dashboard load right after they are drawn. */
const FOLLOW_UPS = {
  viewerParts: ['src/features/comments/lazyParts.ts', 'src/pages/viewer/laterParts.ts'],
  dashboardParts: [
    'src/app/shell/EndPlaces.tsx',
    'src/app/shell/SignedInPage.tsx',
    'src/features/editorExtension/ExtensionCard.tsx',
    'src/features/onboarding/Checklist.tsx',
    'src/features/onboarding/Onboarding.tsx',
    'src/features/snapshots/laterParts.ts',
    'src/lib/analytics/analytics.ts',
  ],
};

/**
 * In chunks of their own: the script of index.html, without which Vite would leave the page without an entry, and what
 * pages share with the landing page, whose script no browser loads.
 */
const APART = /src\/(app\/main\.tsx|kit\/AuthBackdrop\.(tsx|module\.css))$/;

/** Groups modules into few files, such that no page loads a file for another page's modules. */
async function codeSplitting() {
  const names = await chunkNames({
    input: INPUT,
    pages: PAGES,
    followUps: FOLLOW_UPS,
    exact: ['landing', 'landingStyles', 'pricing', 'pricingStyles', 'checkout', 'viewer'],
    smallest: 14_000,
  });
  const name = (module: string) => (APART.test(module) ? null : (names.get(module) ?? null));
  return { groups: [{ name, includeDependenciesRecursively: false }] };
}

/** A hook of the build, because tools that only read this file would otherwise build the app too. */
const splitByPage = (): Plugin => ({
  name: 'split-by-page',
  apply: 'build',
  config: async () => ({
    build: { rolldownOptions: { output: { codeSplitting: await codeSplitting() } } },
  }),
});

const SUMMARY = /\bsummary:\s*('[^'\n]*'|"[^"\n]*"|`[^`]*`)/g;

/** Leaves out the sentences of the API reference, which only the server shows. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/shared\/src\/contracts\/\w+\.ts$/ },
    handler: (code) => ({ code: code.replace(SUMMARY, `summary: ''`), map: null }),
  },
});

/** Shortens the name, which lists every part that loads the file. */
const shortName = (name: string) => (name.includes(SEPARATOR) ? 'shared' : '[name]');

export default defineConfig({
  plugins: [withoutSummaries(), splitByPage(), react(), refuseCircularChunks(), prerender()],
  css: { postcss: preloadedFonts('Geist Variable') },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: INPUT,
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: {
      '^/(analytics|api|auth|tokens|snapshots)/': toServer,
      '^/me$': toServer,
      '^/docs': toServer,
      '^/s/[^/]+/gate$': toServer,
    },
  },
});
