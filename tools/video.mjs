// Records the landing page's video from the running product (`npm run video`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from '../scripts/setup/builds.mjs';
import { installFfmpeg } from '../scripts/setup/ffmpeg.mjs';
import { inNewEnoughNode } from '../scripts/setup/node.mjs';
import { installPackages } from '../scripts/setup/packages.mjs';
import { ROOT } from '../scripts/setup/root.mjs';
import { command, Refusal } from '../scripts/setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await installFfmpeg();
  await build();
  const file = path.join(ROOT, 'tools/video/record.ts');
  const child = spawn(process.execPath, [file], { cwd: ROOT, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Refusal('The video was not recorded.');
  await build(['web']);
});
