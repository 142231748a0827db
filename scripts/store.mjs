// Records that the configured database and file store belong together (`npm run store -- adopt`).
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, Refusal } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  /** @type {{ runStoreCommand: (args: string[], env: NodeJS.ProcessEnv) => Promise<string> }} */
  const { runStoreCommand } = await import(
    new URL('../server/src/app/storeCommand.ts', import.meta.url).href
  );
  const sentence = await runStoreCommand(process.argv.slice(2), process.env).catch((cause) => {
    throw cause.name === 'ConfigError' ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`${sentence}\n`);
});
