import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * Everything except native modules is bundled, so the package needs no node_modules of its own. Targets any
 * Electron since 33.
 */
const node = { target: 'node20.18', sourcemap: true, externalizeDeps: false } as const;
const NATIVE = ['electron', 'better-sqlite3'];

export default defineConfig({
  main: {
    build: {
      ...node,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          engine: 'src/engine/index.ts',
          // Started by the engine by its name.
          thread: 'src/engine/work/thread.ts',
        },
        external: NATIVE,
      },
    },
  },
  preload: {
    build: {
      ...node,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        external: NATIVE,
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    // After electron-vite's own base: a page may be opened at any depth.
    plugins: [react(), { name: 'from-the-root', enforce: 'post', config: () => ({ base: '/' }) }],
    build: {
      target: 'chrome130',
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
});
