import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { refuseCircularChunks } from './circularChunks.ts';

const SERVER = 'http://localhost:4600';

/** The server believes its own origin only, so the development server speaks in its name. */
const toServer = { target: SERVER, changeOrigin: true, headers: { origin: SERVER }, ws: true };

/** What only dialogs, menus and lists that open are made of. */
const OVERLAYS = [
  '@floating-ui/',
  'react-remove-scroll',
  'react-style-singleton/',
  'use-(sidecar|callback-ref)/',
  'get-nonce/',
  'tslib/',
  '@mantine/core/esm/utils/Floating',
  '@mantine/core/esm/components/(Modal|Drawer|ScrollArea|Overlay|Paper|Portal|FocusTrap)',
  '@mantine/core/esm/components/(Popover|Menu|Combobox|Select|SegmentedControl|FloatingIndicator)',
  '@mantine/hooks/esm/use-(focus-trap|focus-return|click-outside|debounced-callback|window-event)/',
];

/** What pages share goes into few files, none of which a page fetches for the sake of another. */
const codeSplitting = {
  minShareCount: 2,
  groups: [
    // What the landing page needs too, so nothing else may be in it.
    {
      name: 'base',
      test: /node_modules\/(react|react-dom|scheduler|react-error-boundary)\/|vite\/preload-helper|src\/(words\/(words|common)|ui\/Mark|data\/count)\./,
      minShareCount: 1,
    },
    // What looks for pins unseen: the restage dialog, and the page that does so for the companion.
    { name: 'pinCheck', includeDependenciesRecursively: false, test: /src\/data\/pinCheck\./ },
    // What the viewer and its parts share; the dashboard has no use for it.
    {
      name: 'feedback',
      includeDependenciesRecursively: false,
      test: /src\/(preview|locator)\/|src\/contracts\/(comments|replyMail|attachments|versionHistory)\.|src\/data\/(comments|replyAddress|versions|drafts|outbox|visitor|presence|preview|liveSnapshot|snapshotView)\.|src\/words\/(comments|viewer|frames)\./,
    },
    // What asks for reviews, in the viewer's panel and in the dashboard's dialog: both come when they open.
    {
      name: 'reviews',
      includeDependenciesRecursively: false,
      test: /src\/(contracts|data)\/reviews\.|src\/ui\/reviewRequest\.|src\/words\/review\./,
    },
    // What the viewer and the dashboard ask the server with, but for what only staging needs.
    {
      name: 'data',
      test: /node_modules\/(zod|@tanstack\/(query-core|react-query))\/|src\/(contracts(?!\/(paths|neverStaged|staging)\.)|client|data(?!\/staging\.)|ui\/(bytes|times|useNow))\b/,
    },
    // Each page fetches the icons it shows.
    {
      name: 'icons',
      test: /node_modules\/lucide-react\//,
      entriesAware: true,
      entriesAwareMergeThreshold: 2_000,
    },
    // What lies over a page comes when it opens. Apart from the parts, with which it would else be put into one file
    // for the sake of some small thing that both need.
    {
      name: 'overlays',
      test: new RegExp(`node_modules/(${OVERLAYS.join('|')})`),
      includeDependenciesRecursively: false,
      entriesAware: true,
      entriesAwareMergeThreshold: 8_000,
    },
    {
      name: 'parts',
      test: /node_modules\/(@mantine|@floating-ui|clsx)\//,
      entriesAware: true,
      entriesAwareMergeThreshold: 2_000,
    },
  ],
};

/** A chunk's own name is the list of everything that shares it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`;

export default defineConfig({
  plugins: [react(), refuseCircularChunks()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licences.md' },
    rolldownOptions: { output: { codeSplitting, chunkFileNames } },
  },
  server: {
    proxy: {
      '^/(analytics|api|auth|tokens|snapshots)/': toServer,
      '^/me$': toServer,
      '^/s/[^/]+/gate$': toServer,
    },
  },
});
