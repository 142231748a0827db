import { defineConfig } from 'vite';
import { docs } from './docs/plugin.ts';
import { preloadedFonts } from './preloadedFonts.ts';

/** Builds the documentation on its own, so that it shares no file with the app and loads none of the app's code. */
export default defineConfig({
  plugins: [docs()],
  css: { postcss: preloadedFonts('Geist Variable', 'Geist Mono Variable') },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    manifest: '.vite/docs.json',
    license: { fileName: 'docs/licences.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'docs.html' },
  },
});
