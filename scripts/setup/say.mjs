import { spawn } from 'node:child_process';

// Output of the commands for the person who runs them: little, and only when an operation takes a while.

/** Error shown as one sentence without a stack. */
export class Refusal extends Error {}

const QUIET_MS = 1000;
/** Number of lines shown from the start and the end of a failed program's output. */
const SHOWN = 15;

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`);

/**
 * Prints what is being done once it has taken a second, and its duration.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} act
 */
async function during(what, act) {
  const from = Date.now();
  let hasWritten = false;
  const timer = setTimeout(() => {
    hasWritten = true;
    process.stderr.write(`${what} …`);
  }, QUIET_MS);
  try {
    const result = await act();
    if (hasWritten) say(` ${Math.round((Date.now() - from) / 1000)} s`);
    return result;
  } catch (cause) {
    if (hasWritten) say('');
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a program quietly; prints its output when it fails.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} its output
 */
export function quietly(what, command, args, options = {}) {
  return during(
    what,
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        let output = '';
        child.stdout?.on('data', (chunk) => (output += String(chunk)));
        child.stderr?.on('data', (chunk) => (output += String(chunk)));
        child.on('error', (cause) => reject(new Refusal(`${what} failed: ${cause.message}.`)));
        child.on('close', (code) => {
          if (code === 0) return resolve(output);
          const lines = output.trimEnd().split('\n');
          const end = (
            lines.length > 2 * SHOWN ? [...lines.slice(0, SHOWN), '…', ...lines.slice(-SHOWN)] : lines
          ).join('\n');
          reject(new Refusal(`${end}\n${what} failed: ${command} ended with code ${code}.`));
        });
      }),
  );
}

/**
 * Runs a command's work; a `Refusal` is printed as its sentence, with exit code 1.
 * @param {() => Promise<void>} work
 */
export async function command(work) {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    say(cause.message);
    process.exitCode = 1;
  }
}
