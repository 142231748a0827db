import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';

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
      recovery: 'agent/recovery/recovery.ts',
    },
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: '[name].js' },
  },
};

/** The audit is a build of its own: it shares modules with the pins, and each part is one file. */
const AUDIT: BuildEnvironmentOptions = {
  emptyOutDir: false,
  rolldownOptions: {
    input: { audit: 'agent/audit/audit.ts' },
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: '[name].js' },
  },
};

/** What picks is built on its own too, with its own copy of what it shares with the pins. */
const PICKING: BuildEnvironmentOptions = {
  emptyOutDir: false,
  rolldownOptions: {
    input: { picking: 'agent/picking/picking.ts' },
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: '[name].js' },
  },
};

/** Copies axe-core, whose license asks for an unmodified file. */
const axe = (): Plugin => ({
  name: 'axe',
  generateBundle() {
    const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    this.emitFile({ type: 'asset', fileName: 'axe.js', source: readFileSync(file) });
  },
});

const MODES: Record<string, BuildEnvironmentOptions> = { parts: PARTS, picking: PICKING, audit: AUDIT };

/** Builds the preview agent; `--mode parts`, `--mode picking` and `--mode audit` build what it loads later. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: mode === 'audit' ? [axe()] : [],
  build: {
    outDir: 'dist-agent',
    modulePreload: { polyfill: false },
    ...(MODES[mode] ?? AGENT),
  },
}));
