import { fileURLToPath } from 'node:url';

/** Root folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where Node keeps compiled modules between starts of the server: a start costs half the processor time. */
export const COMPILED = fileURLToPath(
  new URL('../../node_modules/.cache/stagelink/compiled', import.meta.url),
);

/** Folders of code, of which the import rules speak. */
export const PACKAGES = /** @type {const} */ ([
  'shared',
  'postgres',
  'server',
  'web',
  'cli',
  'extension',
  'capture',
  'action',
  'desktop',
  'tests',
]);

/** All folders of code. */
export const FOLDERS = [...PACKAGES, 'scripts', 'tools'];

/** Held while packages are installed or something is built. */
export const SETUP_LOCK = fileURLToPath(new URL('../../.cache/setup.lock', import.meta.url));
