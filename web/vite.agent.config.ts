import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';

/** One classic script without global names. */
const AGENT: BuildEnvironmentOptions = {
  lib: { entry: 'agent/agent.ts', formats: ['iife'], name: 'agent', fileName: () => 'agent.js' },
};

/** Modules that it loads on demand, each one file. */
const modules = (input: Record<string, string>): BuildEnvironmentOptions => ({
  emptyOutDir: false,
  rolldownOptions: {
    input,
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: '[name].js' },
  },
});

const PARTS: BuildEnvironmentOptions = {
  ...modules({
    pins: 'agent/pins/pins.ts',
    picture: 'agent/picture/picture.ts',
    selection: 'agent/selection/selection.ts',
    outline: 'agent/pageOutline/outline.ts',
    recovery: 'agent/recovery/recovery.ts',
  }),
  license: { fileName: 'licences.md' },
};

/** What shares modules with the pins is built on its own, with its own copy of them. */
const ALONE: Record<string, BuildEnvironmentOptions> = {
  picking: modules({ picking: 'agent/picking/picking.ts' }),
  reopen: modules({ reopen: 'agent/reopen/reopen.ts' }),
  inspect: modules({ inspect: 'agent/inspect/inspect.ts' }),
  audit: modules({ audit: 'agent/audit/audit.ts' }),
  tree: modules({ tree: 'agent/tree/tree.ts' }),
};

/** Copies axe-core, whose license asks for an unmodified file. */
const axe = (): Plugin => ({
  name: 'axe',
  generateBundle() {
    const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    this.emitFile({ type: 'asset', fileName: 'axe.js', source: readFileSync(file) });
  },
});

const MODES: Record<string, BuildEnvironmentOptions> = { parts: PARTS, ...ALONE };

/** Builds the preview agent; each `--mode` builds what it loads later. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: mode === 'audit' ? [axe()] : [],
  build: {
    outDir: 'dist-agent',
    modulePreload: { polyfill: false },
    ...(MODES[mode] ?? AGENT),
  },
}));
