// Runs `npm start`. Needs only Node 20 and npm.
import module from 'node:module';
import { build, SERVED } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { COMPILED } from './setup/root.mjs';
import { command } from './setup/say.mjs';
import { askedFolder, stageFolder } from './setup/stageFolder.mjs';

await command(async () => {
  const folder = askedFolder(process.argv.slice(2));
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build(SERVED);
  // This terminal is for people in development; logs are for programs.
  if (process.env['NODE_ENV'] !== 'production') {
    process.env['LOG_LEVEL'] ||= 'warn';
    if (process.stdout.isTTY) process.env['LOG_FILE'] ||= 'server.log';
  }
  module.enableCompileCache(COMPILED);
  /** @type {{ start: () => Promise<import('./setup/stageFolder.mjs').Running | null> }} */
  const { start } = await import(new URL('../server/src/main.ts', import.meta.url).href);
  const running = await start();
  if (running && folder) await stageFolder(folder, running);
});
