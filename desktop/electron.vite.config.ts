import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * Everything but what is native is bundled, so that the package carries no node_modules of its own making. The targets
 * are older than the runtime that is shipped: any Electron since 33 can run what is built.
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
          // The engine starts it by its name.
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
    // The last word on it, after electron-vite's own: a page may be opened at any depth.
    plugins: [react(), { name: 'from-the-root', enforce: 'post', config: () => ({ base: '/' }) }],
    build: {
      target: 'chrome130',
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
});
