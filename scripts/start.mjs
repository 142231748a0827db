// What `npm start` runs. Needs nothing installed: Node 20 and npm are enough to begin.
import { build, SERVED } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command } from './setup/say.mjs';
import { askedFolder, confirmBuild, stageFolder } from './setup/stageFolder.mjs';

await command(async () => {
  const folder = askedFolder(process.argv.slice(2));
  if (!(await inNewEnoughNode())) return;
  if (folder) await confirmBuild(folder);
  await installPackages();
  await build(SERVED);
  // A person reads this terminal; one who wants every request asks for it.
  process.env['LOG_LEVEL'] ||= process.env['NODE_ENV'] === 'production' ? 'info' : 'warn';
  /** @type {{ start: () => Promise<import('./setup/stageFolder.mjs').Running | null> }} */
  const { start } = await import(new URL('../server/src/main.ts', import.meta.url).href);
  const running = await start();
  if (running && folder) await stageFolder(folder.path, running);
});
