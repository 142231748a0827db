import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const out = process.argv[2] ?? here('dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { stagelink: here('src/main.ts') },
  outdir: out,
  bundle: true,
  // Each import() becomes a file of its own, so that a command loads only what it uses.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  metafile: true,
  // They are handed on in a file of their own.
  legalComments: 'none',
  chunkNames: 'parts/[name]-[hash]',
  // A native library finds its binary by its own place on disk; `open` starts a script that lies beside it.
  external: ['@napi-rs/keyring', 'open'],
  // CommonJS libraries ask for Node's own modules with require().
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
});
writeFileSync(`${out}/LICENCES.txt`, licencesOf(metafile));
