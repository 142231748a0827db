import { findChromium, findHeadlessShell } from './chromium.mjs';
import { installCodeServer } from './codeServer.mjs';
import { installElectron } from './electron.mjs';
import { findFirefox } from './firefox.mjs';
import { findPgBouncer } from './serverPrograms.mjs';

/**
 * Installs what the stories run in, one after another: two apt would fight over its lock.
 * @returns {Promise<Record<string, string>>} environment variables that name the programs
 */
export async function installStoryPrograms() {
  const CHROMIUM_PATH = await findChromium();
  const HEADLESS_SHELL_PATH = await findHeadlessShell(CHROMIUM_PATH);
  const FIREFOX_PATH = await findFirefox();
  const PGBOUNCER_PATH = await findPgBouncer();
  const ELECTRON_PATH = await installElectron();
  await installCodeServer();
  return { CHROMIUM_PATH, HEADLESS_SHELL_PATH, FIREFOX_PATH, PGBOUNCER_PATH, ELECTRON_PATH };
}
