import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const out = here('dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [here('src/main.ts')],
  outfile: `${out}/stage.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  metafile: true,
  // Licenses are shipped in a separate file.
  legalComments: 'none',
  // CommonJS libraries load Node's modules with require(), and name temporary files by their own path.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url); const __filename = import.meta.filename;",
  },
});
writeFileSync(`${out}/LICENCES.txt`, licencesOf(metafile));
