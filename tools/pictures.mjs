// Makes the pictures that the project shows of itself (`npm run pictures`): each file in tools/pictures, or those named.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../scripts/setup/builds.mjs';
import { inNewEnoughNode } from '../scripts/setup/node.mjs';
import { installPackages } from '../scripts/setup/packages.mjs';
import { ROOT } from '../scripts/setup/root.mjs';
import { command, Refusal, say } from '../scripts/setup/say.mjs';

const FOLDER = path.join(ROOT, 'tools/pictures');

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  const names = process.argv.slice(2);
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  const chosen = files.filter((file) => names.length === 0 || names.includes(file.replace(/\.ts$/, '')));
  if (chosen.length === 0) throw new Refusal(`Unknown picture: ${names.join(', ')}.`);
  await installPackages();
  await build();
  for (const file of chosen) {
    say(file.replace(/\.ts$/, ''));
    const child = spawn(process.execPath, [path.join(FOLDER, file)], { cwd: ROOT, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Refusal(`${file} failed.`);
  }
});
