// Runs every measurement in tools/bench, one at a time, because they would disturb each other (`npm run
// bench`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../scripts/setup/builds.mjs';
import { inNewEnoughNode } from '../scripts/setup/node.mjs';
import { installPackages } from '../scripts/setup/packages.mjs';
import { ROOT } from '../scripts/setup/root.mjs';
import { command, Refusal, say } from '../scripts/setup/say.mjs';

const FOLDER = path.join(ROOT, 'tools/bench');

/** @param {string[]} names */
function measurements(names) {
  const all = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => /^[\w-]+\.ts$/.test(file)) : [];
  const chosen = all.filter((file) => names.length === 0 || names.includes(file.replace(/\.ts$/, '')));
  if (chosen.length === 0) throw new Refusal(`Unknown measurement: ${names.join(', ') || FOLDER}.`);
  return chosen.sort();
}

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build();
  for (const file of measurements(process.argv.slice(2))) {
    say(`\n${file.replace(/\.ts$/, '')}`);
    const child = spawn(process.execPath, [path.join(FOLDER, file)], { cwd: ROOT, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
});
