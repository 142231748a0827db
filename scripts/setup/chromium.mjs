import { aptInstall, findProgram, isExecutable, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function find() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Refusal(`CHROMIUM_PATH is ${given}, which is not executable.`);
  }
  return NAMES.map(findProgram).find((file) => file !== undefined) ?? MAC.find(isExecutable);
}

/** Returns the browser of the stories; installs a missing one if permitted. */
export async function findChromium() {
  const found = find();
  if (found) return found;
  if (!mayInstall()) {
    throw new Refusal(
      'The stories need Chromium. Install it (on Debian: sudo apt-get install chromium), or name it in CHROMIUM_PATH.',
    );
  }
  await aptInstall('Installing Chromium', ['chromium']);
  const installed = find();
  if (!installed) throw new Refusal('Chromium was installed but cannot be found.');
  return installed;
}
