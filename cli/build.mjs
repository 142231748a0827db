import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A module that imports node:http makes Node load all of `fetch`, which no command uses.
 * @type {import('esbuild').Plugin}
 */
const httpWithoutFetch = {
  name: 'http without fetch',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace: 'required' }));
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

const out = process.argv[2] ?? here('dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { stagelink: here('src/main.ts') },
  outdir: out,
  bundle: true,
  // Each import() becomes its own file, so a command loads only what it uses.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  plugins: [httpWithoutFetch],
  metafile: true,
  // Licenses are shipped in a separate file.
  legalComments: 'none',
  chunkNames: 'parts/[name]-[hash]',
  // A native library locates its binary relative to its file; `open` starts a script next to it.
  external: ['@napi-rs/keyring', 'open'],
  // Its CommonJS build loads its parts in a way that no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // CommonJS libraries load Node's modules with require(), and name temporary files by their own path.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url); const __filename = import.meta.filename;",
  },
});
writeFileSync(`${out}/LICENCES.txt`, licencesOf(metafile));
