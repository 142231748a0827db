// Tries a model with the questions of the AI UX assistant (`npm run assistant:try`).
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, Refusal } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  /** @type {{ runAssistantTry: (args: string[]) => Promise<string> }} */
  const { runAssistantTry } = await import(
    new URL('../server/src/app/assistantCommand.ts', import.meta.url).href
  );
  const report = await runAssistantTry(process.argv.slice(2)).catch((cause) => {
    throw cause.name === 'ConfigError' || cause.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? new Refusal(cause.message)
      : cause;
  });
  process.stdout.write(`${report}\n`);
});
