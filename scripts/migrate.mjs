// Lists the migrations of the configured database, or rolls the newest back (`npm run migrate -- …`).
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, Refusal } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  /** @type {{ runMigrateCommand: (args: string[], env: NodeJS.ProcessEnv) => Promise<string> }} */
  const { runMigrateCommand } = await import(
    new URL('../server/src/app/migrateCommand.ts', import.meta.url).href
  );
  const sentence = await runMigrateCommand(process.argv.slice(2), process.env).catch((cause) => {
    throw cause.name === 'ConfigError' ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`${sentence}\n`);
});
