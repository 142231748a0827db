import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// Output of the commands for the person who runs them: little, and only when an operation takes a while.

/** Error shown as one sentence without a stack. */
export class Refusal extends Error {}

const QUIET_MS = 1000;
/** Number of lines shown from the start and the end of a failed program's output. */
const SHOWN = 15;

/** Step at whose start a line was begun that waits for its duration. */
let unfinished = /** @type {object | null} */ (null);
let hasOtherWriters = false;

function finishLine() {
  if (unfinished !== null) process.stderr.write('\n');
  unfinished = null;
}

/** @param {string} text */
export function say(text) {
  finishLine();
  process.stderr.write(`${text}\n`);
}

/**
 * Leaves no unfinished line while other programs write to the terminal.
 * @template T
 * @param {() => Promise<T>} act starts such a program and waits for its end
 */
export async function sharingTerminal(act) {
  finishLine();
  hasOtherWriters = true;
  try {
    return await act();
  } finally {
    hasOtherWriters = false;
  }
}

/** @param {string} what @param {object} step */
function sayStart(what, step) {
  if (hasOtherWriters) return say(`${what} …`);
  finishLine();
  process.stderr.write(`${what} …`);
  unfinished = step;
}

/** @param {string} what @param {object} step @param {number} ms */
function sayEnd(what, step, ms) {
  const duration = `${Math.round(ms / 1000)} s`;
  if (unfinished !== step) return say(`${what}: ${duration}`);
  process.stderr.write(` ${duration}\n`);
  unfinished = null;
}

/**
 * Prints what is being done once it has taken a second, and its duration.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} act
 */
async function during(what, act) {
  const from = Date.now();
  const step = {};
  let hasWritten = false;
  const timer = setTimeout(() => {
    hasWritten = true;
    sayStart(what, step);
  }, QUIET_MS);
  try {
    const result = await act();
    if (hasWritten) sayEnd(what, step, Date.now() - from);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Between two lines where a line cannot be replaced. */
const LINES_MS = 10_000;

/**
 * Shows how far long work is, once it has taken a second.
 * @template T
 * @param {(progress: (text: string) => void) => Promise<T>} act
 */
export async function withProgress(act) {
  const { isTTY } = process.stderr;
  let next = Date.now() + QUIET_MS;
  let isShown = false;
  const progress = (/** @type {string} */ text) => {
    if (Date.now() < next) return;
    next = Date.now() + (isTTY ? QUIET_MS : LINES_MS);
    process.stderr.write(isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    isShown = true;
  };
  try {
    return await act(progress);
  } finally {
    if (isTTY && isShown) process.stderr.write('\n');
  }
}

/**
 * A signal to this process ends the program too, which would go on alone otherwise.
 * @param {import('node:child_process').ChildProcess} child
 */
function endTogether(child) {
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]));
    child.kill(signal);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, end);
  child.once('close', () => {
    for (const signal of signals) process.off(signal, end);
  });
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
        endTogether(child);
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
