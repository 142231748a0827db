import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMPILED, ROOT } from '../setup/root.mjs';
import { sharingTerminal } from '../setup/say.mjs';
import { programOf } from './checks.mjs';

/**
 * @typedef {{ name: string, message?: string }} Failure a failed test, or a runner that failed without one
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Count
 */

export const REPORTS = path.join(ROOT, 'test-results');

/**
 * @param {string} tool a program of the project, which writes to the terminal itself
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export const run = (tool, args, env = {}) =>
  sharingTerminal(async () => {
    const child = spawn(programOf(tool), args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    });
    const [code] = await once(child, 'exit');
    return code === 0;
  });

/**
 * @param {string} file
 * @returns {any} what a test runner reported, or null when it wrote nothing
 */
export function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * A runner that fails without a failed test counts as one failure.
 * @param {Count} count
 * @param {boolean} isOk
 * @param {Failure} failure
 * @returns {Count}
 */
export const honest = (count, isOk, failure) =>
  isOk || count.failed > 0 ? count : { ...count, failed: 1, failures: [failure] };
