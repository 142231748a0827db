import { aptInstall, findProgram, isExecutable, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';

function find() {
  const given = process.env['FIREFOX_PATH'];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Refusal(`FIREFOX_PATH is ${given}, which is not executable.`);
  }
  return NAMES.map(findProgram).find((file) => file !== undefined) ?? [MAC].find(isExecutable);
}

/** Returns the Firefox in which the browser extension is tested; installs a missing one if permitted. */
export async function findFirefox() {
  const found = find();
  if (found) return found;
  if (!mayInstall()) {
    throw new Refusal(
      'The stories of the browser extension need Firefox. Install it (on Debian: sudo apt-get install firefox-esr), or name it in FIREFOX_PATH.',
    );
  }
  await aptInstall('Installing Firefox', ['firefox-esr']);
  const installed = find();
  if (!installed) throw new Refusal('Firefox was installed but cannot be found.');
  return installed;
}
