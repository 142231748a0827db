import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../scripts/setup/licences.mjs';
import { zipFolder } from '../scripts/setup/zipFolder.mjs';
import { manifestForFirefox } from './firefox.mjs';

// Packs a folder that contains only what is written here, so no source, map or .env is included.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const PACKED = here('dist/packed');
/** Build for stories: the browser does not let them press the button that gives access to a page. */
const TESTED = here('dist/tested');
const FIREFOX = here('dist/firefox');

/** The default to sign in to; a server that offers the package writes its own address. */
const SERVER = { server: 'http://localhost:4600' };

rmSync(here('dist'), { recursive: true, force: true });
mkdirSync(PACKED, { recursive: true });
cpSync(here('icons'), `${PACKED}/icons`, { recursive: true });
cpSync(here('../LICENSE'), `${PACKED}/LICENSE`);
for (const file of ['popup/popup.html', 'options/options.html', 'popup/pages.css']) {
  cpSync(here(`src/${file}`), `${PACKED}/${file.replace(/.*\//, '')}`);
}
cpSync(
  require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  `${PACKED}/geist.woff2`,
);

const manifest = JSON.parse(readFileSync(here('manifest.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
writeFileSync(`${PACKED}/server.json`, JSON.stringify(SERVER));
writeFileSync(`${PACKED}/manifest.json`, JSON.stringify({ ...manifest, version }, null, 2));

const shared = {
  outdir: PACKED,
  bundle: true,
  target: ['chrome140', 'firefox140'],
  minify: true,
  metafile: true,
  // Licenses are shipped in a separate file.
  legalComments: 'none',
};
const pages = await build({
  ...shared,
  format: 'esm',
  entryPoints: {
    worker: here('src/worker.ts'),
    popup: here('src/popup/popup.ts'),
    options: here('src/options/options.ts'),
  },
});
const script = await build({
  ...shared,
  format: 'iife',
  entryPoints: { pageScript: here('src/pageScript/main.ts') },
});
const inputs = { ...pages.metafile.inputs, ...script.metafile.inputs };
writeFileSync(`${PACKED}/LICENCES.txt`, licencesOf({ inputs }));

cpSync(PACKED, TESTED, { recursive: true });
const forTests = { ...manifest, version, host_permissions: ['http://127.0.0.1/*', 'http://*.localhost/*'] };
writeFileSync(`${TESTED}/manifest.json`, JSON.stringify(forTests, null, 2));

cpSync(PACKED, FIREFOX, { recursive: true });
const forFirefox = manifestForFirefox({ ...manifest, version });
writeFileSync(`${FIREFOX}/manifest.json`, JSON.stringify(forFirefox, null, 2));

await zipFolder(PACKED, here('dist/stagelink-capture.zip'));
await zipFolder(FIREFOX, here('dist/stagelink-capture-firefox.zip'));
