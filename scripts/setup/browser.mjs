import { aptInstall, findProgram, isExecutable, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

/**
 * @typedef {object} Browser
 * @property {string} title
 * @property {string} variable names its program in the environment
 * @property {readonly string[]} names its programs on the PATH
 * @property {readonly string[]} applications its programs on macOS
 * @property {string} debianPackage
 */

/** @param {Browser} browser */
function find({ variable, names, applications }) {
  const given = process.env[variable];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Refusal(`${variable} is ${given}, which is not executable.`);
  }
  return (
    names.map((name) => findProgram(name)).find((file) => file !== undefined) ??
    applications.find(isExecutable)
  );
}

/**
 * Returns the program of a browser; installs a missing one if permitted.
 * @param {Browser} browser
 */
export async function findBrowser(browser) {
  const { title, variable, debianPackage } = browser;
  const found = find(browser);
  if (found) return found;
  if (!mayInstall()) {
    throw new Refusal(
      `The stories need ${title}. Install it (on Debian: sudo apt-get install ${debianPackage}), or name it in ${variable}.`,
    );
  }
  await aptInstall(`Installing ${title}`, [debianPackage]);
  const installed = find(browser);
  if (!installed) throw new Refusal(`${title} was installed but cannot be found.`);
  return installed;
}
