import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './root.mjs';
import { Refusal, say } from './say.mjs';

/**
 * @typedef {{ path: string, yes: boolean }} Folder to stage, from `npm start -- path/to/folder`
 * @typedef {{ url: string, demo: { email: string, password: string } | null }} Running
 */

const USAGE = 'Usage: npm start [-- path/to/folder [--yes]]';

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({ args, options: { yes: { type: 'boolean', default: false } }, allowPositionals: true });
  } catch (cause) {
    throw new Refusal(`${cause instanceof Error ? cause.message.split('. ')[0] : cause}. ${USAGE}`);
  }
}

/** @param {string[]} args @returns {Folder | null} */
export function askedFolder(args) {
  const { values, positionals } = parsed(args);
  const [given, ...more] = positionals;
  if (given === undefined) return null;
  if (more.length > 0) throw new Refusal(`Only one folder can be staged at a time. ${USAGE}`);
  // npm changes to the project's folder; relative paths refer to the folder it was started in.
  const folder = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Refusal(`${folder} is not a folder. Give the folder of a prototype.`);
  }
  return { path: folder, yes: values.yes };
}

/** @param {Running} running */
async function signIn({ url, demo }) {
  if (!demo) {
    throw new Refusal(
      'Only a server with a demo owner can stage a folder at start. Use the stagelink command.',
    );
  }
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: demo.email, password: demo.password }),
  });
  const { sessionToken, message } = /** @type {{ sessionToken?: string, message?: string }} */ (
    await answer.json()
  );
  if (!sessionToken) throw new Refusal(`The demo owner could not sign in: ${message}`);
  return sessionToken;
}

/**
 * Stages through the CLI, as its owner would: the folder keeps its link, and a build runs only when allowed
 * in the terminal or by `--yes`.
 * @param {Folder} folder
 * @param {Running} running
 */
export async function stageFolder({ path: folder, yes }, running) {
  const token = await signIn(running);
  const args = ['stage', folder, ...(yes ? ['--yes'] : [])];
  const child = spawn(process.execPath, [path.join(ROOT, 'cli/bin/stagelink.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, STAGELINK_SERVER: running.url, STAGELINK_TOKEN: token },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) say('The folder was not staged. The server keeps running.');
}
