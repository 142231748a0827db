#!/usr/bin/env node
// The operators' command: `stagelink-server admin …` decides who is superadmin. Needs only Node 20 and npm.
import { inNewEnoughNode } from '../../scripts/setup/node.mjs';
import { installPackages } from '../../scripts/setup/packages.mjs';
import { command, Refusal } from '../../scripts/setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  /** @type {{ runAdminCommand: (args: string[], env: NodeJS.ProcessEnv) => Promise<string> }} */
  const { runAdminCommand } = await import(new URL('../src/app/adminCommand.ts', import.meta.url).href);
  const [subject, ...args] = process.argv.slice(2);
  const output = await runAdminCommand(subject === 'admin' ? args : [], process.env).catch((cause) => {
    throw cause.name === 'ConfigError' ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`${output}\n`);
});
