import { defineConfig, type BuildEnvironmentOptions } from 'vite';

/** One classic script without global names. */
const AGENT: BuildEnvironmentOptions = {
  lib: { entry: 'agent/agent.ts', formats: ['iife'], name: 'agent', fileName: () => 'agent.js' },
};

/** The modules it loads on demand. */
const PARTS: BuildEnvironmentOptions = {
  emptyOutDir: false,
  license: { fileName: 'licences.md' },
  rolldownOptions: {
    input: {
      pins: 'agent/pins/pins.ts',
      picture: 'agent/picture/picture.ts',
      selection: 'agent/selection/selection.ts',
      outline: 'agent/pageOutline/outline.ts',
    },
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: '[name].js' },
  },
};

/** Builds the preview agent; `--mode parts` builds what it loads later. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  build: {
    outDir: 'dist-agent',
    modulePreload: { polyfill: false },
    ...(mode === 'parts' ? PARTS : AGENT),
  },
}));
