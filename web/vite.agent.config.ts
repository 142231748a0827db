import { defineConfig } from 'vite';

/** The preview agent: one classic script that leaves no name behind. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist-agent',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    lib: { entry: 'agent/agent.ts', formats: ['iife'], name: 'agent', fileName: () => 'agent.js' },
  },
});
