// Builds the companion and opens it on this computer (`npm run companion`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from './setup/builds.mjs';
import { findElectron } from './setup/electron.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { ROOT } from './setup/root.mjs';
import { command } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build(['desktop']);
  const electron = await findElectron();
  const args = [path.join(ROOT, 'desktop'), ...process.argv.slice(2)];
  const child = spawn(electron, args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
});
