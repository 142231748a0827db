#!/usr/bin/env node
// The operators' command. Needs only Node 20 and npm.
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { inNewEnoughNode } from '../../scripts/setup/node.mjs';
import { installPackages } from '../../scripts/setup/packages.mjs';
import { assertPortsFree } from '../../scripts/setup/port.mjs';
import { COMPILED, ROOT } from '../../scripts/setup/root.mjs';
import { command, Refusal, withProgress } from '../../scripts/setup/say.mjs';

const USAGE = `Usage: stagelink-server                      starts the server
       stagelink-server backup <file>        writes database and files into one file, while servers run
       stagelink-server restore <file>       brings them back into an empty installation
       stagelink-server admin …              decides who is superadmin
       stagelink-server store adopt          records that the configured database and files belong together
       stagelink-server migrate …            lists or reverts migrations`;

/** @param {URL} url */
const load = (url) => import(url.href);

/** @typedef {(args: string[]) => Promise<string>} Run resolves to the output */

/**
 * What such a command did until a signal ends it is not lost.
 * @param {(args: string[], options: object) => Promise<string>} run @param {string[]} args
 */
function runStoppable(run, args) {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  return withProgress((progress) => run(args, { env: process.env, progress, signal: stopping.signal }));
}

const BACKUP = new URL('../src/app/backupCommand.ts', import.meta.url);
const ADMIN = new URL('../src/app/adminCommand.ts', import.meta.url);
const STORE = new URL('../src/app/storeCommand.ts', import.meta.url);
const MIGRATE = new URL('../src/app/migrateCommand.ts', import.meta.url);
const SERVER = new URL('../src/main.ts', import.meta.url);

/** @type {Record<string, Run>} */
const COMMANDS = {
  admin: async (args) => (await load(ADMIN)).runAdminCommand(args, process.env),
  backup: async (args) => runStoppable((await load(BACKUP)).runBackupCommand, args),
  restore: async (args) => runStoppable((await load(BACKUP)).runRestoreCommand, args),
  store: async (args) => (await load(STORE)).runStoreCommand(args, process.env),
  migrate: async (args) => (await load(MIGRATE)).runMigrateCommand(args, process.env),
};

async function startServer() {
  await assertPortsFree(process.env);
  if (process.env['NODE_ENV'] !== 'production') {
    process.env['LOG_LEVEL'] ||= 'warn';
    if (process.stdout.isTTY) process.env['LOG_FILE'] ||= 'server.log';
  }
  module.enableCompileCache(COMPILED);
  await (await load(SERVER)).start();
}

await command(async () => {
  const [subject, ...args] = process.argv.slice(2);
  const run = COMMANDS[subject ?? ''];
  if (subject !== undefined && !run) throw new Refusal(USAGE);
  if (!(await inNewEnoughNode())) return;
  // An image and a package have what they need, and no list of it.
  if (existsSync(path.join(ROOT, 'package-lock.json'))) await installPackages();
  if (!run) return startServer();
  const output = await run(args).catch((cause) => {
    throw cause.name === 'ConfigError' ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`${output}\n`);
});
