import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { COMPILED, FOLDERS, ROOT } from '../setup/root.mjs';
import { say } from '../setup/say.mjs';
import { sideBySide } from '../setup/sideBySide.mjs';

/** @typedef {{ name: string, tool: string, args: readonly string[], folder?: string }} Check */

const SIZE = { tool: 'size-limit', args: ['--hide-passed'] };

/**
 * The longest first. Each checker of tsc reads the shared types again, and its other core has other checks
 * to run.
 * @type {readonly Check[]}
 */
const CHECKS = [
  { name: 'types', tool: 'tsc', args: ['-b', '--checkers', '1'] },
  { name: 'unused', tool: 'knip', args: ['--no-progress'] },
  { name: 'lint', tool: 'oxlint', args: FOLDERS },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
  { name: 'walls', tool: 'node', args: ['scripts/check-walls.ts'] },
  { name: 'licences', tool: 'node', args: ['scripts/check-licences.ts'] },
  { name: 'size', ...SIZE, folder: 'web' },
  { name: 'size of the extension', ...SIZE, folder: 'extension' },
  { name: 'size of the browser extension', ...SIZE, folder: 'capture' },
];

/**
 * @param {string} tool a program of the project, or `node`
 * @returns {string}
 */
export const programOf = (tool) =>
  tool === 'node' ? process.execPath : path.join(ROOT, 'node_modules/.bin', tool);

/** @param {Check} check */
async function run({ tool, args, folder = '' }) {
  const child = spawn(programOf(tool), args, {
    cwd: path.join(ROOT, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { isOk: code === 0, output: output.trimEnd() };
}

/**
 * Runs all checks side by side; prints the output of each once it has ended.
 * @returns {Promise<{ name: string, isOk: boolean }[]>}
 */
export const runChecks = () =>
  sideBySide(CHECKS, async (check) => {
    const { isOk, output } = await run(check);
    if (output !== '') say(output);
    say(`${isOk ? '✓' : '✗'} check: ${check.name}`);
    return { name: check.name, isOk };
  });
