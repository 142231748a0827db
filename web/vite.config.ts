import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { refuseCircularChunks } from './circularChunks.ts';
import { preloadedFonts } from './preloadedFonts.ts';
import { prerender } from './prerender.ts';

const SERVER = 'http://localhost:4600';

/** The server accepts its own origin only. */
const toServer = { target: SERVER, changeOrigin: true, headers: { origin: SERVER }, ws: true };

/** Modules that only dialogs, menus and popovers use. */
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

/** Shared by the viewer and its lazily loaded parts. */
const FEEDBACK = [
  '(preview|locator)/\\w+',
  'contracts/(comments|attachments|versions)',
  'features/comments/(api|viewerCopy|drafts|outbox|liveComments|threads|usePins)',
  'features/versions/(api|menuCopy)',
  'features/(presence|preview)/(api|copy)',
  'features/snapshots/viewApi',
  'lib/anonymousIdentity',
  'pages/viewer/(copy|liveUpdates)',
];

/** What a request needs without cached data. */
const REQUESTS = ['contracts/(endpoint|errors|limits)', 'client/(call|protocol1)', 'lib/(api|errorMessage)'];

/** Requests of both the viewer and the dashboard, without those of staging, with an account or without. */
const DATA = [
  'contracts/(?!(staging|tryOut|admin|analytics|findings)\\.)',
  'client/',
  'domain/(format|timeLeft|semver)\\.',
  'kit/useStable\\.',
  'lib/(?!copy|commonCopy|keyboard|useMediaQuery|useDebouncedValue|useAskToStay|expiresIn)',
  'features/(?!(staging|tryOut|admin|findings)/)[\\w/]+/(\\w+Api|api)\\.',
];

/** Requests of signed-in pages, which the viewer's first render does not make. */
const ACCOUNT = [
  'contracts/(accounts|onboarding|billing|editorExtension|notifications)',
  'features/(onboarding|projects|billing|follows|identity/account)/(\\w+Api|api)',
  'lib/(snapshotDrag|useSearchField|useFormSubmit)',
];

/** Groups shared modules into few files, such that no page loads a file for another page's modules. */
const codeSplitting = {
  minShareCount: 2,
  groups: [
    // The pages that are rendered at build time load this, so it contains nothing of React.
    {
      name: 'small',
      test: /vite\/preload-helper|src\/lib\/(copy|commonCopy|navigateTo|uuid|parseUrl|unknownPath|analytics\/(track|event|countPageView))\./,
      minShareCount: 1,
    },
    // Apart from those of the app, because the pricing page loads nothing of React.
    {
      name: 'checkout',
      includeDependenciesRecursively: false,
      test: /src\/(contracts\/billing|features\/billing\/checkoutApi)\./,
      minShareCount: 1,
    },
    {
      name: 'requests',
      includeDependenciesRecursively: false,
      test: new RegExp(`node_modules/zod/|src/(${REQUESTS.join('|')})\\.`),
      minShareCount: 1,
    },
    // The viewer loads this first, so it contains nothing else.
    {
      name: 'base',
      test: /node_modules\/(react|react-dom|scheduler|react-error-boundary)\/|src\/kit\/Logo\./,
      minShareCount: 1,
    },
    // Pin verification: the restage dialog, and the companion's hidden window.
    {
      name: 'pinVerification',
      includeDependenciesRecursively: false,
      test: /src\/features\/pins\/verificationApi\.|node_modules\/(p-limit|yocto-queue)\//,
    },
    // Pictures of first pages: after staging, after the viewer's first view, and in that hidden window.
    {
      name: 'pictures',
      includeDependenciesRecursively: false,
      test: /src\/(features\/pictures\/\w+|features\/preview\/hiddenFrameApi|contracts\/pictures|domain\/webp)\./,
    },
    // Shared by the viewer and its parts; the dashboard does not use it.
    {
      name: 'feedback',
      includeDependenciesRecursively: false,
      test: new RegExp(`src/(${FEEDBACK.join('|')})\\.`),
    },
    // Review requests, in the viewer's panel and the dashboard's dialog: both load on open.
    {
      name: 'reviews',
      includeDependenciesRecursively: false,
      test: /src\/(contracts\/reviews|features\/reviews\/(api|reviewRequest|requestCopy))\./,
    },
    // Otherwise it would draw the accounts into the viewer's first load.
    {
      name: 'replyMail',
      includeDependenciesRecursively: false,
      test: /src\/(contracts\/replyMail|features\/comments\/replyAddressApi)\./,
    },
    {
      name: 'account',
      includeDependenciesRecursively: false,
      test: new RegExp(`src/(${ACCOUNT.join('|')})\\.`),
    },
    // Requests of both the viewer and the dashboard, without those of staging.
    {
      name: 'data',
      test: new RegExp(`node_modules/(zod|@tanstack/(query-core|react-query))/|src/(${DATA.join('|')})`),
    },
    // Each page loads only its icons.
    {
      name: 'icons',
      test: /node_modules\/lucide-react\//,
      entriesAware: true,
      entriesAwareMergeThreshold: 1_000,
    },
    // Nearly every page and part has a button.
    {
      name: 'buttons',
      includeDependenciesRecursively: false,
      test: /src\/kit\/(Button|Button\.module|buttonClass|IconButton|joinClasses)\./,
    },
    // The parts of dialogs.
    {
      name: 'dialogs',
      includeDependenciesRecursively: false,
      test: /src\/kit\/(Dialog|DialogActions|ConfirmDialog|useFocusBack|useFocusFallback)\./,
      entriesAware: true,
      entriesAwareMergeThreshold: 2_000,
    },
    // Overlays load on open. Separate from the parts: a small shared module would otherwise merge them into
    // one file.
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

/** Shortens the name, which lists every module that shares the chunk. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`;

export default defineConfig({
  plugins: [withoutSummaries(), react(), refuseCircularChunks(), prerender()],
  css: { postcss: preloadedFonts('Geist Variable') },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: [
        'index.html',
        'src/pages/landing/client/main.ts',
        'src/pages/pricing/client/main.ts',
        // No browser loads these: they are built for their styles.
        'src/pages/landing/LandingPage.tsx',
        'src/pages/pricing/PricingPage.tsx',
      ],
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting, chunkFileNames },
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
